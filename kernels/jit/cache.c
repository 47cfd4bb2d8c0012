/* SPDX-License-Identifier: GPL-3.0-or-later

   Binaries of kernels on disk, a file each, for all processes of a user.  A file's name is a hash of everything that
   the binary depends on, and the file says it in full.  It is written aside and renamed, so that readers never see a
   part; what is damaged all the same is made anew.  What can't be written is only missing for the next process.  */

#define _GNU_SOURCE
#include "jit/find.h"
#include "jit/jit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Bytes from which on files go, those first that were not used for the longest time, and those that stay; seconds after
   which a file that was written aside is a dead process's.  */
static const size_t most_bytes = (size_t) 512 << 20, kept_bytes = (size_t) 448 << 20;
static const double dead_after = 3600.0;

static atomic_size_t hits, compiled;

/* ---- the folder ---- */

/* GPUREDUCE_CACHE, else gpureduce in XDG_CACHE_HOME, else ~/.cache/gpureduce.  A relative path in XDG_CACHE_HOME counts
   for nothing, as its specification says.  */
static bool
name_folder (char *path, size_t size)
{
  static const struct
  {
    const char *variable, *rest;
  } places[] = { { "GPUREDUCE_CACHE", "" }, { "XDG_CACHE_HOME", "/gpureduce" }, { "HOME", "/.cache/gpureduce" } };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      const char *const value = getenv (places[i].variable);
      if (value && *value && (i != 1 || *value == '/'))
        {
          const int n = snprintf (path, size, "%s%s", value, places[i].rest);
          return n > 0 && (size_t) n < size && path[0] == '/';
        }
    }
  return false;
}

/* Make a folder and those that it is in; 0, or the error of errno that is in the way.  */
static int
make_folders (const char *path)
{
  char part[4096];
  int error = 0;
  snprintf (part, sizeof part, "%s", path);
  for (char *slash = strchr (part + 1, '/'); slash; slash = strchr (slash + 1, '/'))
    {
      *slash = '\0';
      error = mkdir (part, 0700) && errno != EEXIST ? errno : error;
      *slash = '/';
    }
  return mkdir (part, 0700) && errno != EEXIST ? (error ? error : errno) : 0;
}

/* Open the folder, made if it is not there; -1, and what is wrong.  One that others can write to, or have made, may
   have code in it that is not this user's.  */
static int
open_folder (char *path, size_t path_size, char *trouble, size_t trouble_size)
{
  struct stat facts;
  *trouble = '\0';
  if (! name_folder (path, path_size))
    {
      *path = '\0';
      snprintf (
        trouble, trouble_size,
        "there is no folder for it: GPUREDUCE_CACHE, or else XDG_CACHE_HOME or HOME, is no absolute path of at most "
        "4000 bytes");
      return -1;
    }
  const int error = make_folders (path);
  int folder = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0)
    snprintf (trouble, trouble_size, "%s: %s", path,
              errno == ELOOP || errno == ENOTDIR ? "this is a link or a file, and not a folder"
                                                 : strerror (errno == ENOENT && error ? error : errno));
  else if (fstat (folder, &facts) || facts.st_uid != geteuid () || (facts.st_mode & (S_IWGRP | S_IWOTH)))
    {
      snprintf (trouble, trouble_size, "%s: others own this folder, or can write to it", path);
      close (folder);
      folder = -1;
    }
  return folder;
}

/* ---- a file ---- */

/* Everything that a binary depends on, and the name of its file.  */
typedef struct
{
  const char *text;
  char file[48], lock[48];
} cache_key;

/* FNV-1a, from one of its states on.  */
static uint64_t
hash (uint64_t state, const void *bytes, size_t count)
{
  const unsigned char *const byte = bytes;
  for (size_t i = 0; i < count; i++)
    state = (state ^ byte[i]) * 1099511628211U;
  return state;
}
static const uint64_t first_state = 14695981039346656037U, second_state = 0x9e3779b97f4a7c15U;

static bool
make_key (const char *text, cache_key *key)
{
  if (! text)
    return false;
  key->text = text;
  const size_t bytes = strlen (key->text);
  const unsigned long long a = hash (first_state, key->text, bytes), b = hash (second_state, key->text, bytes);
  snprintf (key->file, sizeof key->file, "%016llx%016llx.kernel", a, b);
  snprintf (key->lock, sizeof key->lock, "%016llx%016llx.lock", a, b);
  return true;
}

/* How a file begins; key, symbol and code follow, the first two each with its 0.  */
typedef struct
{
  char magic[16];
  uint64_t key_bytes, symbol_bytes, code_bytes, check; /* hash of what follows */
} file_head;
static const char magic[16] = { "gpureduce kernel" };

/* Read all of a file of that many bytes.  */
static bool
read_all (int file, char *to, size_t bytes)
{
  for (size_t done = 0; done < bytes;)
    {
      const ssize_t n = read (file, to + done, bytes - done);
      if (n == 0 || (n < 0 && errno != EINTR))
        return false;
      done += n > 0 ? (size_t) n : 0;
    }
  return true;
}
static bool
write_all (int file, const char *from, size_t bytes)
{
  for (size_t done = 0; done < bytes;)
    {
      const ssize_t n = write (file, from + done, bytes - done);
      if (n < 0 && errno != EINTR)
        return false;
      done += n > 0 ? (size_t) n : 0;
    }
  return true;
}

/* Is a file whole, and the key's?  */
static bool
is_whole (const char *bytes, size_t count, const cache_key *key)
{
  file_head head;
  if (count < sizeof head)
    return false;
  memcpy (&head, bytes, sizeof head);
  const char *const body = bytes + sizeof head;
  const size_t rest = count - sizeof head;
  return ! memcmp (head.magic, magic, sizeof magic) && head.key_bytes == strlen (key->text) + 1 && head.key_bytes < rest
      && head.symbol_bytes > 1 && head.symbol_bytes < rest - head.key_bytes
      && head.code_bytes == rest - head.key_bytes - head.symbol_bytes && head.check == hash (first_state, body, rest)
      && ! memcmp (body, key->text, head.key_bytes) && ! body[head.key_bytes + head.symbol_bytes - 1];
}

/* Take the binary from its file; one that is damaged goes, if the folder is the user's own.  */
static bool
take (int folder, bool is_own, const cache_key *key, gr_kernel_code *binary)
{
  struct stat facts;
  file_head head;
  char *bytes = NULL;
  bool done = false, whole = false;
  const int file = openat (folder, key->file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return false;
  if (! fstat (file, &facts) && S_ISREG (facts.st_mode) && facts.st_size > 0)
    bytes = malloc ((size_t) facts.st_size);
  if (bytes && read_all (file, bytes, (size_t) facts.st_size))
    whole = is_whole (bytes, (size_t) facts.st_size, key);
  if (whole)
    {
      memcpy (&head, bytes, sizeof head);
      const char *const symbol = bytes + sizeof head + head.key_bytes;
      binary->symbol = strdup (symbol);
      binary->code = malloc (head.code_bytes);
      binary->bytes = head.code_bytes;
      done = binary->symbol && binary->code;
      if (done)
        memcpy (binary->code, symbol + head.symbol_bytes, head.code_bytes);
      else
        gr_free_code (binary);
      if (is_own)
        futimens (file, NULL); /* used now */
    }
  else if (bytes && is_own)
    unlinkat (folder, key->file, 0);
  free (bytes);
  close (file);
  return done;
}

/* ---- what there is ---- */

typedef struct
{
  char name[64];
  size_t bytes;
  struct timespec used;
} entry;

static int
older_first (const void *a, const void *b)
{
  const struct timespec *const x = &((const entry *) a)->used, *const y = &((const entry *) b)->used;
  return x->tv_sec != y->tv_sec ? (x->tv_sec > y->tv_sec) - (x->tv_sec < y->tv_sec)
                                : (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Is it a name that this cache gives: 32 hexadecimal digits and the end?  Other files there are somebody else's.  */
static bool
is_own (const char *name, const char *end)
{
  return strspn (name, "0123456789abcdef") == 32 && ! strcmp (name + 32, end);
}

/* The cache's files with that end, on the heap; their number and bytes.  */
static entry *
list (int folder, const char *end, size_t *count, size_t *bytes)
{
  entry *entries = NULL;
  size_t room = 0;
  const struct dirent *one;
  struct stat facts;
  *count = *bytes = 0;
  const int again = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *const directory = again < 0 ? NULL : fdopendir (again);
  if (! directory && again >= 0)
    close (again);
  while (directory && (one = readdir (directory)))
    {
      if (! is_own (one->d_name, end) || fstatat (folder, one->d_name, &facts, AT_SYMLINK_NOFOLLOW)
          || ! S_ISREG (facts.st_mode))
        continue;
      if (*count == room)
        {
          entry *const more = realloc (entries, (room = 2 * room + 64) * sizeof *more);
          if (! more)
            break;
          entries = more;
        }
      entry *const e = &entries[(*count)++];
      strcpy (e->name, one->d_name);
      e->bytes = (size_t) facts.st_size;
      e->used = facts.st_mtim;
      *bytes += e->bytes;
    }
  if (directory)
    closedir (directory);
  return entries;
}

/* Remove what is too much, and what dead processes left.  */
static void
trim (int folder)
{
  size_t count, bytes;
  entry *entries = list (folder, ".kernel", &count, &bytes);
  if (entries && bytes > most_bytes)
    {
      qsort (entries, count, sizeof *entries, older_first);
      for (size_t i = 0; i < count && bytes > kept_bytes; i++)
        if (! unlinkat (folder, entries[i].name, 0))
          bytes -= entries[i].bytes;
    }
  free (entries);
  for (int kind = 0; kind < 2; kind++)
    {
      entries = list (folder, kind ? ".lock" : ".part", &count, &bytes);
      for (size_t i = 0; i < count; i++)
        if (difftime (time (NULL), entries[i].used.tv_sec) > dead_after)
          unlinkat (folder, entries[i].name, 0);
      free (entries);
    }
}

/* ---- writing ---- */

/* Why the last file could not be written, as errno has it, or 0.  */
static _Atomic int write_error;

/* Write all of a new file; 0, or an error of errno.  */
static int
write_file (int folder, const char *name, const cache_key *key, const gr_kernel_code *binary)
{
  file_head head
    = { .key_bytes = strlen (key->text) + 1, .symbol_bytes = strlen (binary->symbol) + 1, .code_bytes = binary->bytes };
  memcpy (head.magic, magic, sizeof magic);
  head.check = hash (hash (hash (first_state, key->text, head.key_bytes), binary->symbol, head.symbol_bytes),
                     binary->code, binary->bytes);
  const int file = openat (folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return errno;
  const bool good = write_all (file, (const char *) &head, sizeof head) && write_all (file, key->text, head.key_bytes)
                 && write_all (file, binary->symbol, head.symbol_bytes)
                 && write_all (file, binary->code, binary->bytes);
  const int error = good ? 0 : errno;
  return close (file) && ! error ? errno : error;
}

static void
store (int folder, const cache_key *key, const gr_kernel_code *binary)
{
  static atomic_uint stored;
  unsigned long long name[2] = { 0 };
  char aside[64];
  if (getrandom (name, sizeof name, 0) != sizeof name) /* processes of other machines may have the folder, too */
    name[0] = (unsigned long long) getpid ();
  snprintf (aside, sizeof aside, "%016llx%016llx.part", name[0], name[1]);
  int error = write_file (folder, aside, key, binary);
  if (! error && renameat (folder, aside, folder, key->file))
    error = errno == ENOENT ? 0 : errno; /* somebody has cleared the folder meanwhile */
  atomic_store (&write_error, error);
  if (error)
    unlinkat (folder, aside, 0);
  /* the whole folder is read for it: at the first ones, and now and then */
  const unsigned n = atomic_fetch_add (&stored, 1) + 1;
  if (! error && ((n & (n - 1)) == 0 || n % 64 == 0))
    trim (folder);
}

/* Be the only process that compiles, or wait until another one has, but not for ever; where files can't be locked,
   every process compiles.  -1: not locked.  */
static int
lock_key (int folder, const cache_key *key, double patience, bool (*stopped) (void))
{
  const struct timespec nap = { 0, 10 * 1000 * 1000 };
  const int file = openat (folder, key->lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  int tries = (int) (patience / 0.01);
  while (file >= 0 && flock (file, LOCK_EX | LOCK_NB))
    {
      if ((errno != EWOULDBLOCK && errno != EINTR) || ! tries-- || (stopped && stopped ()))
        {
          close (file);
          return -1;
        }
      nanosleep (&nap, NULL);
    }
  return file;
}

static void
unlock_key (int folder, const cache_key *key, int file)
{
  if (file < 0)
    return;
  unlinkat (folder, key->lock, 0); /* who waits for it finds the binary */
  close (file);
}

/* ---- a binary ---- */

/* Take the binary from those that were compiled where the library was built, for all its users.  */
static bool
take_prebuilt (const cache_key *key, gr_kernel_code *binary)
{
  char path[4096];
  if (! gr_own_folder (path, sizeof path - sizeof "/kernels"))
    return false;
  strcat (path, "/kernels");
  const int folder = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool done = folder >= 0 && take (folder, false, key, binary);
  if (folder >= 0)
    close (folder);
  return done;
}

void
gr_take_or_make (const gr_cached_code *wanted, gr_kernel_code *binary)
{
  cache_key key = { 0 };
  char path[4096], trouble[4096 + 256];
  int folder = -1, lock = -1;
  *binary = (gr_kernel_code){ 0 };
  if (make_key (wanted->key, &key) && ! take_prebuilt (&key, binary))
    folder = open_folder (path, sizeof path, trouble, sizeof trouble);
  if (folder >= 0 && ! take (folder, true, &key, binary))
    lock = lock_key (folder, &key, wanted->patience, wanted->stopped);
  if (folder >= 0 && lock >= 0)
    take (folder, true, &key, binary);
  if (binary->code)
    atomic_fetch_add (&hits, 1);
  else
    {
      wanted->make (wanted->data, binary);
      atomic_fetch_add (&compiled, ! binary->failure);
      if (! binary->failure && binary->code && binary->symbol && folder >= 0)
        store (folder, &key, binary);
    }
  unlock_key (folder, &key, lock);
  if (folder >= 0)
    close (folder);
}

static void
compile_kernel (const void *data, gr_kernel_code *binary)
{
  gr_compile (data, binary);
}

void
gr_make_code (const gr_kernel_request *request, gr_kernel_code *binary)
{
  gr_nvrtc_version nvrtc;
  char options[512] = "";
  *binary = (gr_kernel_code){ .failure = gr_find_nvrtc (request->driver, &nvrtc) };
  if (binary->failure)
    return;
  for (int i = 0; gr_compile_options[i]; i++)
    snprintf (options + strlen (options), sizeof options - strlen (options), " %s", gr_compile_options[i]);
  char *const key
    = gr_format ("sources %s\noptions%s\nNVRTC %d.%d\narchitecture %d%s%s\n%s\n%s\n", gr_sources_hash, options,
                 nvrtc.major, nvrtc.minor, request->architecture, request->launches ? ", launches" : "",
                 gr_has_lines () ? ", lines" : "", request->name, request->program);
  const gr_cached_code wanted = { .key = key, .patience = 10.0, .make = compile_kernel, .data = request };
  gr_take_or_make (&wanted, binary);
  free (key);
}

void
gr_free_code (gr_kernel_code *binary)
{
  free (binary->symbol);
  free (binary->code);
  free (binary->failure);
  *binary = (gr_kernel_code){ 0 };
}

/* ---- for the user ---- */

void
gr_describe_cache (gr_kernel_cache *cache)
{
  *cache = (gr_kernel_cache){ .hits = atomic_load (&hits), .compiled = atomic_load (&compiled) };
  const int folder = open_folder (cache->folder, sizeof cache->folder, cache->trouble, sizeof cache->trouble);
  if (folder < 0)
    return;
  free (list (folder, ".kernel", &cache->files, &cache->bytes));
  close (folder);
  if (atomic_load (&write_error))
    snprintf (cache->trouble, sizeof cache->trouble, "%s: kernels can't be kept there: %s", cache->folder,
              strerror (atomic_load (&write_error)));
}

char *
gr_clear_cache (void)
{
  static const char *const ends[] = { ".kernel", ".part", ".lock" };
  atomic_store (&write_error, 0);
  char path[4096], trouble[4096 + 256];
  char *failure = NULL;
  const int folder = open_folder (path, sizeof path, trouble, sizeof trouble);
  if (folder < 0)
    return strdup (trouble);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
      size_t count, bytes;
      entry *const entries = list (folder, ends[i], &count, &bytes);
      for (size_t k = 0; k < count; k++)
        if (unlinkat (folder, entries[k].name, 0) && errno != ENOENT && ! failure)
          failure = gr_format ("%s: %s", path, strerror (errno));
      free (entries);
    }
  close (folder);
  return failure;
}
