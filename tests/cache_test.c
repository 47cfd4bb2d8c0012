/* SPDX-License-Identifier: GPL-3.0-or-later

   The cache of compiled kernels, and NVRTC's absence, with planted faults.  Every test runs in a process of its own,
   which finds NVRTC anew, with an empty cache in a folder of its own.  cache_test NVRTC BUILTINS: what takes the place
   of these (fake_nvrtc.c).

   Where there is no NVRTC, it says so, and that nothing has passed.  Prints each failure, then `N passed, N failed`;
   status 1 if a test failed.  */

#define _GNU_SOURCE

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apart.h"
#include "compiler.h"
#include "jit/find.h"
#include "jit/jit.h"

static char scratch[] = "/tmp/gpureduce-cache-XXXXXX";
static char folder[4096]; /* the cache of the running test */

/* Run a test with an empty cache.  */
static void
run (const char *name, void (*test) (void))
{
  snprintf (folder, sizeof folder, "%s/%s/cache", scratch, name);
  setenv ("GPUREDUCE_CACHE", folder, 1);
  run_apart (name, test);
}

/* ---- what tests ask ---- */

/* A name as the cache gives them, all of one digit.  */
#define NAME(DIGIT)                                                                                                    \
  DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT    \
    DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT DIGIT

static const char program[] = "extern \"C\" __global__ void twice (int *p) { p[0] *= 2; }\n";

typedef struct
{
  bool good, compiled;
  char failure[2048];
} answer;

static answer
make (const char *text, const char *name, int driver)
{
  const gr_kernel_request request = { .program = text, .name = name, .architecture = 90, .driver = driver };
  gr_kernel_code binary;
  answer a = { 0 };
  gr_make_code (&request, &binary);
  a.good
    = ! binary.failure && binary.bytes > 4 && ! memcmp (binary.code, "\177ELF", 4) && ! strcmp (binary.symbol, name);
  a.compiled = binary.is_compiled;
  snprintf (a.failure, sizeof a.failure, "%s", binary.failure ? binary.failure : "");
  gr_free_code (&binary);
  return a;
}
static answer
make_twice (void)
{
  return make (program, "twice", 0);
}

/* Files of the cache with an end of their names, and the path of the last of them.  */
static int
files (const char *end, char *path)
{
  DIR *const directory = opendir (folder);
  const struct dirent *one;
  int n = 0;
  while (directory && (one = readdir (directory)))
    if (strlen (one->d_name) > strlen (end) && ! strcmp (one->d_name + strlen (one->d_name) - strlen (end), end))
      {
        n++;
        if (path)
          snprintf (path, 4096 + 256, "%s/%s", folder, one->d_name);
      }
  if (directory)
    closedir (directory);
  return n;
}

/* The path of the binary that was written last.  */
static void
newest (char *path)
{
  DIR *const directory = opendir (folder);
  const struct dirent *one;
  struct stat facts;
  struct timespec last = { 0, 0 };
  char candidate[4096 + 256];
  while (directory && (one = readdir (directory)))
    {
      snprintf (candidate, sizeof candidate, "%s/%s", folder, one->d_name);
      if (strstr (one->d_name, ".kernel") && ! stat (candidate, &facts)
          && (facts.st_mtim.tv_sec > last.tv_sec
              || (facts.st_mtim.tv_sec == last.tv_sec && facts.st_mtim.tv_nsec > last.tv_nsec)))
        {
          last = facts.st_mtim;
          strcpy (path, candidate);
        }
    }
  if (directory)
    closedir (directory);
}

static const char *
trouble (void)
{
  static gr_kernel_cache state;
  gr_describe_cache (&state);
  return state.trouble;
}

/* ---- the tests ---- */

static void
test_hit (void)
{
  struct stat facts;
  char path[4096 + 256];
  answer a = make_twice ();
  check (a.good && a.compiled, "hit: the first call compiles: %s", a.failure);
  check (! stat (folder, &facts) && (facts.st_mode & 0777) == 0700, "hit: the folder is its owner's alone");
  check (files (".kernel", path) == 1 && files (".lock", NULL) == 0 && files (".part", NULL) == 0,
         "hit: one file stays");
  check (! stat (path, &facts) && (facts.st_mode & 0777) == 0600, "hit: the file is its owner's alone");
  a = make_twice ();
  check (a.good && ! a.compiled, "hit: the second call does not compile");
  gr_kernel_cache state;
  gr_describe_cache (&state);
  check (state.files == 1 && state.bytes == (size_t) facts.st_size && state.hits == 1 && state.compiled == 1
           && ! strcmp (state.folder, folder) && ! *state.trouble,
         "hit: what is said of the cache");
  a = make ("extern \"C\" __global__ void twice (int *p) { p[0] += p[0]; }\n", "twice", 0);
  check (a.good && a.compiled && files (".kernel", NULL) == 2, "hit: another program is another file");
  static const char *const others[] = { "package.lock", "my.kernel", "other.part", "README" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
      snprintf (path, sizeof path, "%s/%s", folder, others[i]);
      close (open (path, O_CREAT | O_WRONLY, 0600));
    }
  snprintf (path, sizeof path, "%s/" NAME ("f") ".lock", folder);
  check (! mkdir (path, 0700), "hit: a folder with a name of the cache's");
  char *const why = gr_clear_cache ();
  check (! why && files ("", NULL) == 2 + 4 + 1, "hit: clear leaves the files of others: %s", why ? why : "");
  rmdir (path);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
      snprintf (path, sizeof path, "%s/%s", folder, others[i]);
      unlink (path);
    }
  check (files ("", NULL) == 2 /* . and .. */, "hit: clear removes all else");
  free (why);
}

/* Each byte of a file matters, and so does each that is missing.  */
static void
test_damage (void)
{
  char path[4096 + 256];
  struct stat facts;
  make_twice ();
  check (files (".kernel", path) == 1 && ! stat (path, &facts), "damage: a file");
  const long size = (long) facts.st_size, places[] = { 0, 17, 25, 33, 41, 60, size / 2, size - 1 };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      const int file = open (path, O_RDWR);
      char byte = 0;
      check (pread (file, &byte, 1, places[i]) == 1, "damage: byte %ld is there", places[i]);
      byte ^= 1;
      check (pwrite (file, &byte, 1, places[i]) == 1, "damage: byte %ld is changed", places[i]);
      close (file);
      answer a = make_twice ();
      check (a.good && a.compiled, "damage: byte %ld: it is made anew: %s", places[i], a.failure);
      a = make_twice ();
      check (a.good && ! a.compiled, "damage: byte %ld: and kept", places[i]);
      check (! truncate (path, places[i]), "damage: cut at %ld", places[i]);
      a = make_twice ();
      check (a.good && a.compiled, "damage: cut at %ld: it is made anew: %s", places[i], a.failure);
    }
}

/* What was compiled beside the library is taken from there, whatever the user's folder is, and never written.  */
static void
test_prebuilt (void)
{
  char user[4096], path[4096 + 256], here[4096];
  struct stat facts, later;
  check (gr_own_folder (here, sizeof here) != NULL, "prebuilt: the library has a folder");
  strcpy (user, folder);
  snprintf (folder, sizeof folder, "%.4000s/kernels", here);
  const bool is_new = ! mkdir (folder, 0755);
  snprintf (path, sizeof path, "%s/", folder);
  setenv ("GPUREDUCE_CACHE", folder, 1);
  static const char other[] = "extern \"C\" __global__ void twice (int *p) { p[0] *= 2; /* beside */ }\n";
  const int before = files (".kernel", NULL);
  answer a = make (other, "twice", 0);
  check (a.good && a.compiled && files (".kernel", NULL) == before + 1, "prebuilt: one is compiled: %s", a.failure);
  newest (path);
  setenv ("GPUREDUCE_CACHE", user, 1);
  check (! stat (path, &facts), "prebuilt: its file");
  a = make (other, "twice", 0);
  check (a.good && ! a.compiled, "prebuilt: it is taken for another folder");
  setenv ("GPUREDUCE_CACHE", "nowhere", 1);
  a = make (other, "twice", 0);
  check (a.good && ! a.compiled, "prebuilt: and where there is no folder");
  check (! stat (path, &later) && later.st_mtim.tv_nsec == facts.st_mtim.tv_nsec, "prebuilt: it is not written");
  setenv ("GPUREDUCE_CACHE", user, 1);
  check (! truncate (path, 50), "prebuilt: it is cut");
  a = make (other, "twice", 0);
  check (a.good && a.compiled && ! stat (path, &later), "prebuilt: one that is damaged counts for nothing, and stays");
  unlink (path);
  if (is_new)
    rmdir (folder);
}

static void
test_link (void)
{
  char there[4096 + 16];
  snprintf (there, sizeof there, "%s-there", folder);
  *strrchr (folder, '/') = '\0';
  mkdir (folder, 0700);
  strcat (folder, "/cache");
  check (! mkdir (there, 0700) && ! symlink (there, folder), "link: one is made");
  const answer a = make_twice ();
  check (a.good && a.compiled, "link: kernels are compiled: %s", a.failure);
  check (strstr (trouble (), "this is a link") != NULL, "link: it says why nothing is kept: %s", trouble ());
  check (files (".kernel", NULL) == 0, "link: nothing is written there");
}

static void
test_others (void)
{
  make_twice ();
  chmod (folder, 0720);
  answer a = make_twice ();
  check (a.good && a.compiled && strstr (trouble (), "others own this folder, or can write to it"),
         "others can write there: %s", trouble ());
  chmod (folder, 0700);
  a = make_twice ();
  check (a.good && ! a.compiled && ! *trouble (), "others can not any more: %s", trouble ());
  if (geteuid () == 0 && ! chown (folder, 1, 1))
    {
      a = make_twice ();
      check (a.good && a.compiled && strstr (trouble (), "others own this folder"), "others own it: %s", trouble ());
    }
}

static void
test_no_home (void)
{
  unsetenv ("GPUREDUCE_CACHE");
  unsetenv ("XDG_CACHE_HOME");
  unsetenv ("HOME");
  answer a = make_twice ();
  check (a.good && a.compiled && strstr (trouble (), "there is no folder for it"), "no home: %s", trouble ());
  setenv ("HOME", "/dev/null", 1);
  a = make_twice ();
  check (a.good && a.compiled && strstr (trouble (), "/dev/null/.cache/gpureduce: "), "no folder as home: %s",
         trouble ());
  setenv ("GPUREDUCE_CACHE", "here", 1);
  a = make_twice ();
  check (a.good && a.compiled && strstr (trouble (), "there is no folder for it"), "a relative path: %s", trouble ());
  setenv ("HOME", folder, 1);
  unsetenv ("GPUREDUCE_CACHE");
  setenv ("XDG_CACHE_HOME", "cache", 1); /* counts for nothing */
  make_twice ();
  strcat (folder, "/.cache/gpureduce");
  check (files (".kernel", NULL) == 1, "a new home gets its folders");
}

/* A disk that is full fails in write, as does a limit of the size of files.  */
static void
test_full_disk (void)
{
  const struct rlimit little = { 1000, RLIM_INFINITY };
  signal (SIGXFSZ, SIG_IGN);
  check (! setrlimit (RLIMIT_FSIZE, &little), "full disk: the limit");
  const answer a = make_twice ();
  check (a.good && a.compiled, "full disk: kernels are compiled: %s", a.failure);
  check (strstr (trouble (), "kernels can't be kept there: File too large"), "full disk: it says so: %s", trouble ());
  check (files ("", NULL) == 2, "full disk: nothing is left");
  const struct rlimit enough = { RLIM_INFINITY, RLIM_INFINITY };
  if (! setrlimit (RLIMIT_FSIZE, &enough))
    {
      make_twice ();
      check (! *trouble () && files (".kernel", NULL) == 1, "full disk: no more, once there is room: %s", trouble ());
    }
}

/* One process compiles, the others wait for it.  */
static void
test_processes (void)
{
  enum { PROCESSES = 8 };
  unsigned *const compiled = mmap (NULL, sizeof *compiled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < PROCESSES; i++)
    if (! fork ())
      {
        const answer a = make_twice ();
        check (a.good, "processes: number %d: %s", i, a.failure);
        __atomic_add_fetch (compiled, a.compiled, __ATOMIC_SEQ_CST);
        fflush (stdout);
        _exit (0);
      }
  while (wait (NULL) > 0)
    continue;
  check (*compiled == 1, "processes: %u of them compiled", *compiled);
  check (files ("", NULL) == 3, "processes: one file stays");
}

/* A process that holds the lock and never ends is waited for, but not for ever.  */
static void
test_patience (void)
{
  char path[4096 + 256];
  make_twice ();
  files (".kernel", path);
  unlink (path);
  strcpy (strrchr (path, '.'), ".lock");
  const int lock = open (path, O_RDWR | O_CREAT, 0600);
  check (lock >= 0 && ! flock (lock, LOCK_EX), "patience: the lock");
  const pid_t child = fork (); /* which has the lock, too */
  if (! child)
    for (;;)
      pause ();
  close (lock);
  struct timespec begin, end;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  const answer a = make_twice ();
  clock_gettime (CLOCK_MONOTONIC, &end);
  const double seconds = (double) (end.tv_sec - begin.tv_sec) + 1e-9 * (double) (end.tv_nsec - begin.tv_nsec);
  check (a.good && a.compiled && seconds > 9.5, "patience: compiled after %g s: %s", seconds, a.failure);
  kill (child, SIGKILL);
}

/* Files that were not used for long go first, and what a killed process left goes after an hour.  */
static void
test_age (void)
{
  char path[4096 + 256];
  static const struct
  {
    const char *name;
    long megabytes, seconds; /* its size, and how long ago it was used */
    bool stays;
  } old[] = { { NAME ("a") ".kernel", 200, 3000, false }, { NAME ("b") ".kernel", 200, 2000, true },
              { NAME ("c") ".kernel", 150, 1000, true },  { NAME ("d") ".part", 0, 3700, false },
              { NAME ("d") ".lock", 0, 3700, false },     { NAME ("e") ".lock", 0, 3500, true },
              { NAME ("e") ".part", 0, 3500, true },      { "other", 700, 9000, true },
              { "my.kernel", 700, 9000, true },           { "other.part", 0, 9000, true },
              { "package.lock", 0, 9000, true } };
  enum { FILES = sizeof old / sizeof *old };
  make_twice ();
  for (int i = 0; i < FILES; i++)
    {
      const struct timespec used[2] = { { time (NULL) - old[i].seconds, 0 }, { time (NULL) - old[i].seconds, 0 } };
      snprintf (path, sizeof path, "%s/%s", folder, old[i].name);
      const int file = open (path, O_RDWR | O_CREAT, 0600);
      check (! ftruncate (file, old[i].megabytes << 20) && ! futimens (file, used), "age: %s is made", old[i].name);
      close (file);
    }
  make ("extern \"C\" __global__ void thrice (int *p) { p[0] *= 3; }\n", "thrice", 0);
  for (int i = 0; i < FILES; i++)
    {
      snprintf (path, sizeof path, "%s/%s", folder, old[i].name);
      check (! access (path, F_OK) == old[i].stays, "age: %s %s", old[i].name, old[i].stays ? "stays" : "goes");
    }
  const answer a = make_twice ();
  check (a.good && ! a.compiled, "age: what was used last stays");
}

/* A kernel that was used just now stays when others go.  */
static void
test_use (void)
{
  char path[4096 + 256], big[4096 + 256];
  const struct timespec long_ago[2] = { { 1000, 0 }, { 1000, 0 } };
  make_twice ();
  files (".kernel", path);
  check (! utimensat (AT_FDCWD, path, long_ago, 0), "use: it is old");
  make_twice ();
  snprintf (big, sizeof big, "%s/" NAME ("b") ".kernel", folder);
  const int file = open (big, O_RDWR | O_CREAT, 0600);
  const struct timespec later[2] = { { 2000, 0 }, { 2000, 0 } };
  check (! ftruncate (file, 600L << 20) && ! futimens (file, later), "use: a large file");
  close (file);
  make ("extern \"C\" __global__ void thrice (int *p) { p[0] *= 3; }\n", "thrice", 0);
  check (! access (path, F_OK) && access (big, F_OK), "use: what was used stays, and the other goes");
}

static void
test_wrong_program (void)
{
  const answer a = make ("extern \"C\" __global__ void twice (int *p) { p[0] *= two; }\n", "twice", 0);
  check (! a.good && strstr (a.failure, "could not compile twice for compute capability 9.0")
           && strstr (a.failure, "identifier \"two\" is undefined"),
         "wrong program: the compiler's words: %s", a.failure);
  check (files ("", NULL) == 2, "wrong program: nothing is kept");
}

/* A driver takes code of no NVRTC that is newer.  */
static void
test_old_driver (void)
{
  const answer a = make (program, "twice", 11080);
  check (! a.good
           && strstr (
             a.failure,
             "NVRTC, CUDA's compiler as a library, of version 12 or newer and not newer than the driver, is not found")
           && strstr (a.failure, "pip install --upgrade --target"),
         "old driver: it says what is missing: %s", a.failure);
  check (make_twice ().good, "a newer driver is served after it");
}

/* Programs read the library's own files, not those that lie where the user is.  */
static void
test_folder_of_the_user (void)
{
  check (! mkdir (scratch, 0700) || true, "there is a folder");
  check (! chdir (scratch) && (! mkdir ("op", 0700) || true), "it is the present one");
  FILE *const file = fopen ("op/arith.h", "w");
  check (file && fputs ("#error not this one\n", file) >= 0 && ! fclose (file), "it has a file of that name");
  const answer a = make ("#include \"op/arith.h\"\nextern \"C\" __global__ void twice (gr_c64 *p) "
                         "{ p[0] = gr_complex (1, 2); }\n",
                         "twice", 0);
  check (a.good, "the folder of the user: %s", a.failure);
}

/* A folder of `pip install --target` has both libraries of NVRTC, of which the second is found beside the first.  */
static const char *fakes[2];
static void
test_wheel (void)
{
  static const char *const names[] = { "libnvrtc.so.29", "libnvrtc-builtins.so.29.9" };
  char path[8192], target[4096];
  setenv ("XDG_DATA_HOME", scratch, 1);
  for (int i = 0; i < 2; i++)
    {
      snprintf (path, sizeof path, "%s/gpureduce/python/nvidia/cu29/lib/%s", scratch, names[i]);
      for (char *slash = strchr (path + 1, '/'); slash; slash = strchr (slash + 1, '/'))
        {
          *slash = '\0';
          mkdir (path, 0700);
          *slash = '/';
        }
      check (realpath (fakes[i], target) && ! symlink (target, path), "wheel: %s", path);
    }
  const answer a = make (program, "twice", 0);
  check (a.good && a.compiled, "wheel: it compiles: %s", a.failure);
  char *const newer = gr_say_newer_nvrtc (29080), *const same = gr_say_newer_nvrtc (29090);
  check (newer && ! same && strstr (newer, "of CUDA 29.8, does not link kernels of NVRTC 29.9")
           && strstr (newer, " nvidia-cuda-nvrtc~=29.8.0 nvidia-cuda-runtime~=29.8.0"),
         "wheel: a driver that is older: %s; one that is not: %s", newer ? newer : "", same ? same : "");
  free (newer);
  free (same);
  for (int i = 0; i < 2; i++)
    {
      snprintf (path, sizeof path, "%s/gpureduce/python/nvidia/cu29/lib/%s", scratch, names[i]);
      unlink (path);
    }
}

static int
remove_all (const char *path)
{
  char command[64];
  const pid_t child = fork ();
  snprintf (command, sizeof command, "%s", path);
  if (! child)
    _exit (execlp ("rm", "rm", "-rf", "--", command, (char *) NULL) != 0);
  return waitpid (child, NULL, 0) == child ? 0 : -1;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    return 2;
  memcpy (fakes, argv + 1, sizeof fakes);
  if (! has_compiler (0))
    return 0;
  if (! begin_counting () || ! mkdtemp (scratch))
    return 1;
  umask (022);
  run ("hit", test_hit);
  run ("damage", test_damage);
  run ("prebuilt", test_prebuilt);
  run ("link", test_link);
  run ("others", test_others);
  run ("home", test_no_home);
  run ("disk", test_full_disk);
  run ("processes", test_processes);
  run ("patience", test_patience);
  run ("age", test_age);
  run ("use", test_use);
  run ("wrong", test_wrong_program);
  run ("driver", test_old_driver);
  run ("user", test_folder_of_the_user);
  run ("wheel", test_wheel);
  remove_all (scratch);
  return end_counting ();
}
