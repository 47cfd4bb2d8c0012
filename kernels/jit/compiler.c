/* SPDX-License-Identifier: GPL-3.0-or-later

   The host's C++ compiler, which makes a library of sources that this one has.  They are written to a folder of the
   caller's alone, which is gone at the end.  Names are arguments of programs, never a shell's.  */

#define _GNU_SOURCE
#include "backend.h"
#include "jit/jit.h"
#include "core/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- a program ---- */

enum { MOST_WORDS = 64, MOST_TEXT = 4096 };

/* What a program is called with: its path and arguments, one after the other, each with its 0.  */
typedef struct
{
  char text[3 * MOST_TEXT];
  size_t bytes;
  char *words[MOST_WORDS + 1];
  int count;
  bool is_too_long;
} command;

static void
add_word (command *c, const char *word, size_t length)
{
  c->is_too_long = c->is_too_long || c->count == MOST_WORDS || length >= sizeof c->text - c->bytes;
  if (c->is_too_long)
    return;
  c->words[c->count++] = memcpy (c->text + c->bytes, word, length);
  c->bytes += length + 1;
}
static void
add (command *c, const char *word)
{
  add_word (c, word, strlen (word));
}
/* Add all words of a text.  */
static void
add_words (command *c, const char *text)
{
  static const char blanks[] = " \n";
  for (text += strspn (text, blanks); *text; text += strspn (text, blanks))
    {
      const size_t length = strcspn (text, blanks);
      add_word (c, text, length);
      text += length;
    }
}

typedef struct
{
  pid_t child; /* the first of a group of its own, with all that it starts; 0: none */
  int words;   /* a file in memory with what it prints */
  bool good;   /* it has ended, and well */
} process;

/* Start it in a folder.  0, or an error of errno.  */
static int
start (process *p, command *c, const char *folder)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, defaults;
  *p = (process){ .words = memfd_create ("words", MFD_CLOEXEC) };
  if (p->words < 0)
    return errno;
  sigemptyset (&none);
  sigfillset (&defaults);
  posix_spawn_file_actions_init (&files);
  posix_spawnattr_init (&attributes);
  posix_spawn_file_actions_addopen (&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&files, p->words, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2 (&files, p->words, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np (&files, folder);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &defaults);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error
    = c->is_too_long ? E2BIG : posix_spawn (&p->child, c->words[0], &files, &attributes, c->words, environ);
  posix_spawn_file_actions_destroy (&files);
  posix_spawnattr_destroy (&attributes);
  if (error)
    {
      p->child = 0;
      close (p->words);
    }
  return error;
}

/* Has it ended?  Where children are not waited for, or others have done so, its status is not known, and what it has
   written counts.  */
static bool
has_ended (process *p)
{
  int status = 0;
  const pid_t child = p->child ? waitpid (p->child, &status, WNOHANG) : 0;
  if (! p->child || (child != p->child && (child == 0 || errno != ECHILD)))
    return ! p->child;
  p->good = child < 0 || (WIFEXITED (status) && ! WEXITSTATUS (status));
  p->child = 0;
  return true;
}

static void
end (process *p)
{
  if (! p->child)
    return;
  kill (-p->child, SIGTERM); /* which has compilers remove what they were writing */
  while (waitpid (p->child, NULL, 0) < 0 && errno == EINTR)
    continue;
  p->child = 0;
}

/* The first line that it has printed, or the first that speaks of an error.  Closes its file.  */
static void
take_words (const process *p, char *text, size_t size)
{
  char words[MOST_TEXT];
  const ssize_t n = pread (p->words, words, sizeof words - 1, 0);
  close (p->words);
  words[n > 0 ? n : 0] = '\0';
  const char *first = strstr (words, "error");
  while (first && first > words && first[-1] != '\n')
    first--;
  first = first ? first : words;
  const size_t length = strcspn (first, "\n");
  snprintf (text, size, "%.*s", (int) (length < size ? length : size - 1), first);
}

/* ---- the compiler ---- */

typedef struct
{
  char path[MOST_TEXT], version[256];
} compiler;

/* The program of a name in the folders of PATH; those without a / at the beginning count for nothing.  */
static bool
find_program (const char *name, char *path, size_t size)
{
  const char *folders = getenv ("PATH");
  bool found = false;
  if (strchr (name, '/'))
    {
      char *const whole = realpath (name, NULL);
      found = whole && (size_t) snprintf (path, size, "%s", whole) < size && ! access (path, X_OK);
      free (whole);
      return found;
    }
  for (const char *f = folders ? folders : "/usr/local/bin:/usr/bin:/bin"; f && ! found; f = strchr (f, ':'))
    {
      f += *f == ':';
      const int n = snprintf (path, size, "%.*s/%s", (int) strcspn (f, ":"), f, name);
      struct stat facts;
      found = *f == '/' && n > 0 && (size_t) n < size && ! access (path, X_OK) && ! stat (path, &facts)
           && S_ISREG (facts.st_mode);
    }
  return found;
}

/* CXX of the environment, else g++ or c++.  NULL, or what is wrong, in words on the heap.  */
static char *
find_compiler (compiler *c)
{
  const char *const named = getenv ("CXX");
  command ask = { 0 };
  process p;
  if (named && *named
        ? ! find_program (named, c->path, sizeof c->path)
        : ! find_program ("g++", c->path, sizeof c->path) && ! find_program ("c++", c->path, sizeof c->path))
    return named && *named ? gr_format (
             "this needs a C++ compiler, and CXX in the environment names \"%s\", which is not a program that is found",
             named)
                           : gr_format ("this needs a C++ compiler, and none is found: install g++, or use a GPU");
  add (&ask, c->path);
  add (&ask, "--version");
  const int error = start (&p, &ask, "/");
  if (error)
    return gr_format ("%s: %s", c->path, strerror (error));
  const struct timespec nap = { 0, 1000 * 1000 };
  while (! has_ended (&p) && ! gr_interrupted ())
    nanosleep (&nap, NULL);
  end (&p);
  take_words (&p, c->version, sizeof c->version);
  return p.good ? NULL : gr_format ("%s --version fails: %s", c->path, c->version);
}

/* ---- its files ---- */

/* Write the text of a file of the source tree below a folder, with the folders that it is in.  0, or an error.  */
static int
write_source (const char *folder, int number)
{
  char path[2 * MOST_TEXT];
  const int n = snprintf (path, sizeof path, "%s/%s", folder, gr_source_paths[number]);
  if (n < 0 || (size_t) n >= sizeof path)
    return ENAMETOOLONG;
  for (char *slash = strchr (path + strlen (folder) + 1, '/'); slash; slash = strchr (slash + 1, '/'))
    {
      *slash = '\0';
      if (mkdir (path, 0700) && errno != EEXIST)
        return errno;
      *slash = '/';
    }
  FILE *const file = fopen (path, "wxe");
  if (! file)
    return errno;
  const bool written = fputs (gr_source_texts[number], file) >= 0;
  const int error = errno;
  return fclose (file) ? errno : written ? 0 : error;
}

static int
remove_one (const char *path, const struct stat *facts, int type, struct FTW *place)
{
  (void) facts;
  (void) type;
  (void) place;
  return remove (path);
}

static const char *
text_of (const char *path)
{
  int i = 0;
  while (i < gr_path_count && strcmp (gr_source_paths[i], path))
    i++;
  return i < gr_path_count ? gr_source_texts[i] : "";
}

/* Read a file to the binary's code.  */
static void
read_code (const char *path, gr_kernel_code *binary)
{
  struct stat facts;
  FILE *const file = fopen (path, "re");
  if (file && ! fstat (fileno (file), &facts) && facts.st_size > 0)
    binary->code = malloc ((size_t) facts.st_size);
  if (binary->code && fread (binary->code, 1, (size_t) facts.st_size, file) == (size_t) facts.st_size)
    binary->bytes = (size_t) facts.st_size;
  if (file)
    fclose (file);
}

/* ---- a library ---- */

enum { MOST_UNITS = 8 };

typedef struct
{
  const gr_host_request *request;
  compiler compiler;
  char folder[MOST_TEXT]; /* with the sources, and what becomes of them */
} work;

/* What compiles a unit, or, for the number after the last one, links them all.  Paths are relative to the folder.  */
static void
say_command (const work *w, int number, command *c)
{
  const gr_host_request *const r = w->request;
  char name[32];
  *c = (command){ 0 };
  add (c, w->compiler.path);
  if (number < r->count)
    {
      const gr_host_unit *const unit = &r->units[number];
      add_words (c, text_of (unit->flags));
      add (c, "-w");
      if (*unit->definition)
        add (c, unit->definition);
      add (c, "-c");
      add (c, unit->source);
    }
  else
    {
      add (c, "-shared");
      for (int i = 0; i < r->count; i++)
        {
          snprintf (name, sizeof name, "%d.o", i);
          add (c, name);
        }
      add (c, r->needed);
    }
  add (c, "-o");
  snprintf (name, sizeof name, number < r->count ? "%d.o" : "library", number);
  add (c, name);
}

/* Run commands [from, to), as many at a time as there are cores.  NULL, or what went wrong, on the heap.  */
static char *
run_commands (const work *w, int from, int to, bool *is_interrupted)
{
  const struct timespec nap = { 0, 5 * 1000 * 1000 };
  const int most = gr_core_count ();
  process p[MOST_UNITS + 1] = { { 0 } };
  char *failure = NULL, words[600];
  for (int running = 0, next = from; (running || next < to) && ! failure && ! *is_interrupted;)
    {
      command c;
      for (; next < to && running < most && ! failure; running++)
        {
          say_command (w, next, &c);
          const int error = start (&p[next++], &c, w->folder);
          failure = error ? gr_format ("%s: %s", w->compiler.path, strerror (error)) : NULL;
        }
      for (int i = from; i < next && ! failure; i++)
        if (p[i].child && has_ended (&p[i]))
          {
            running--;
            take_words (&p[i], words, sizeof words);
            failure
              = p[i].good ? NULL : gr_format ("%s failed: %s", w->compiler.path, *words ? words : "it says nothing");
          }
      nanosleep (&nap, NULL);
      *is_interrupted = gr_interrupted ();
    }
  for (int i = from; i < to; i++)
    if (p[i].child)
      {
        end (&p[i]);
        close (p[i].words);
      }
  return failure;
}

/* Make a library, in a new folder.  */
static void
make_library (const void *data, gr_kernel_code *binary)
{
  work w = *(const work *) data;
  const char *const place = getenv ("TMPDIR");
  const int count = w.request->count;
  const int n = snprintf (w.folder, sizeof w.folder, "%s/gpureduce-XXXXXX", place && *place == '/' ? place : "/tmp");
  int error = n > 0 && (size_t) n < sizeof w.folder ? 0 : ENAMETOOLONG;
  const bool made = ! error && mkdtemp (w.folder);
  error = made || error ? error : errno;
  for (int i = 0; i < gr_path_count && ! error; i++)
    error = write_source (w.folder, i);
  if (error)
    binary->failure = gr_format ("%s can't be written: %s", w.folder, strerror (error));
  else
    binary->failure = run_commands (&w, 0, count, &binary->is_interrupted);
  if (! binary->failure && ! binary->is_interrupted)
    binary->failure = run_commands (&w, count, count + 1, &binary->is_interrupted);
  if (! binary->failure && ! binary->is_interrupted)
    {
      char path[MOST_TEXT + 16];
      snprintf (path, sizeof path, "%s/library", w.folder);
      read_code (path, binary);
      binary->symbol = strdup (w.request->symbol);
      if (! binary->bytes || ! binary->symbol)
        binary->failure = gr_format ("%s has made no library", w.compiler.path);
    }
  if (binary->is_interrupted && ! binary->failure)
    binary->failure = gr_format ("interrupted");
  if (made)
    nftw (w.folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  binary->is_compiled = ! binary->failure;
}

void
gr_make_library (const gr_host_request *request, gr_kernel_code *binary)
{
  work w = { .request = request };
  struct utsname here = { 0 };
  *binary = (gr_kernel_code){ .failure = find_compiler (&w.compiler) };
  if (binary->failure)
    return;
  uname (&here);
  char *key
    = gr_format ("sources %s %s\n%s\n%s\n", gr_sources_hash, gr_executor_hash, here.machine, w.compiler.version);
  for (int i = 0; i < request->count && key; i++)
    {
      char *const before = key;
      key = gr_format ("%s%s %s %s\n", before, request->units[i].source, request->units[i].flags,
                       request->units[i].definition);
      free (before);
    }
  const gr_cached_code wanted
    = { .key = key, .patience = 120.0, .stopped = gr_interrupted, .make = make_library, .data = &w };
  gr_take_or_make (&wanted, binary);
  free (key);
}
