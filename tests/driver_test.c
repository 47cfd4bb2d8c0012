/* SPDX-License-Identifier: GPL-3.0-or-later

   The CUDA backend over a driver that only notes what it is asked for (fake_cuda.c): contexts of threads and devices,
   kernels of devices, errors, and a driver that is missing or old.  Every test runs in a process of its own, which
   loads a driver anew.  driver_test FAKE OLD: the libraries.  Where there is no NVRTC for that driver, it says so, and
   that nothing has passed.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apart.h"
#include "backend.h"
#include "compiler.h"
#include "fake_cuda.h"
#include "jit/jit.h"
#include "core/threads.h"

static fake_cuda_facts *fake;

static bool
says (const char *part)
{
  return strstr (gr_message (), part);
}

/* Run a test with a library in the place of libcuda.so.1, whose name it has; NULL: none.  */
static const char *library;
static void (*test_with_library) (void);
static void
load_and_test (void)
{
  void *const handle = library ? dlopen (library, RTLD_NOW | RTLD_LOCAL) : NULL;
  fake = handle ? dlsym (handle, "fake_cuda") : NULL;
  check (! library || fake, "%s: it is no driver that notes what it is asked for", library);
  if (! library || fake)
    test_with_library ();
}
static void
run (const char *name, void (*test) (void), const char *with)
{
  library = with;
  test_with_library = test;
  run_apart (name, load_and_test);
}

static gr_buffer *
new_buffer (size_t bytes)
{
  gr_buffer *buffer = NULL;
  check (gr_buffer_new (bytes, &buffer) == GR_OK, "a buffer");
  return buffer;
}

/* The call of a kernel, whose code is made before: NVRTC, too, looks for the driver, and wants more of it.  */
static void
make_code (void)
{
  char *name = NULL, *program = NULL;
  bool launches = false, done = false;
  for (size_t i = 0; ! done && gr_name_kernel (i, &name, &program, &launches); i++)
    {
      const gr_kernel_request request
        = { .program = program, .name = name, .architecture = 90, .driver = FAKE_CUDA_VERSION };
      if (strstr (name, "gr_fill_kernel<") && strstr (name, "long"))
        {
          gr_kernel_code binary;
          gr_make_code (&request, &binary);
          check (! binary.failure, "code: %s: %s", name, binary.failure);
          done = binary.is_compiled;
          gr_free_code (&binary);
        }
      free (name);
      free (program);
    }
  check (done, "code: there is a kernel");
}

static gr_status
fill (gr_buffer *buffer)
{
  const double element = 1;
  return gr_buffer_fill (buffer, 0, &element, sizeof element, 4);
}

/* ---- the tests ---- */

/* Where there is a driver, it is seen in this process alone: others would take it for the fake one.  */
static void
test_none (void)
{
  if (dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    return;
  check (gr_device_count () == 0, "none: no device");
  check (gr_select_backend ("cuda") != GR_OK && says ("no CUDA device answers"), "none: what is said");
  check (gr_select_backend ("auto") == GR_OK, "none: the host answers");
}

static void
test_old (void)
{
  check (gr_device_count () == FAKE_DEVICES, "old: its devices are there");
  check (gr_select_device (1) != GR_OK && says ("the driver has no function cuKernelGetFunction"),
         "old: what it lacks has its name");
}

/* What all threads of a copy need.  */
static void
test_threads (void)
{
  enum { BYTES = 64 << 20, THREADS = 4 };
  unsigned char *const sent = malloc (BYTES), *const back = calloc (BYTES, 1);
  gr_transfer_sizes sizes = *gr_tuned_transfers ();
  sizes.threads = THREADS;
  gr_force_transfers (&sizes);
  check (gr_select_device (2) == GR_OK, "threads: the second device");
  gr_buffer *const buffer = new_buffer (BYTES);
  for (size_t i = 0; i < BYTES; i++)
    sent[i] = (unsigned char) (i * 2654435761u >> 13);
  check (gr_buffer_upload (buffer, 0, sent, BYTES) == GR_OK, "threads: bytes go there");
  check (gr_buffer_download (back, buffer, 0, BYTES) == GR_OK, "threads: and come back");
  check (! memcmp (sent, back, BYTES), "threads: as they were");
  const unsigned threads = gr_thread_count () < THREADS ? (unsigned) gr_thread_count () : THREADS;
  check (fake->threads == threads, "threads: %u of %u have a context", fake->threads, threads);
  check (fake->copies > 2 && ! fake->without_context, "threads: %u of %u calls lack their context",
         fake->without_context, fake->copies);
  check (! fake->retained[0] && fake->retained[1] == 1, "threads: one context is retained, once");
  gr_buffer_release (buffer);
  free (sent);
  free (back);
}

/* A library is loaded once, each device has a function of it, and each launch is one of the device that is current,
   whatever another library has made of the thread's context.  */
static void
test_devices (void)
{
  void *const driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  int (*set_current) (void *) = NULL;
  *(void **) &set_current = dlsym (driver, "cuCtxSetCurrent");
  gr_buffer *buffers[FAKE_DEVICES];
  for (int round = 0; round < 3; round++)
    for (int d = 0; d < FAKE_DEVICES; d++)
      {
        check (gr_select_device (d + 1) == GR_OK, "devices: %d", d + 1);
        set_current (NULL);
        buffers[d] = new_buffer (1 << 10);
        check (fill (buffers[d]) == GR_OK, "devices: a kernel on %d", d + 1);
        gr_buffer_release (buffers[d]);
      }
  check (fake->libraries == 1 && fake->functions == FAKE_DEVICES, "devices: %u libraries, %u functions",
         fake->libraries, fake->functions);
  check (fake->launches[0] == 3 && fake->launches[1] == 3 && ! fake->without_context,
         "devices: launches %u and %u, %u in another's context", fake->launches[0], fake->launches[1],
         fake->without_context);
}

static void
test_errors (void)
{
  check (gr_select_device (1) == GR_OK, "errors: a device");
  gr_buffer *const buffer = new_buffer (1 << 10);
  check (fill (buffer) == GR_OK, "errors: none at first");
  fake->fails = 701;
  check (fill (buffer) != GR_OK && says ("too much (FAKE_LAUNCH_ERROR)") && ! says ("lost"), "errors: one of a launch");
  check (fill (buffer) == GR_OK, "errors: it goes by");
  fake->broken = 700;
  check (fill (buffer) != GR_OK && says ("the device's context is lost"), "errors: one that stays");
}

/* A child must not ask the driver for anything.  */
static void
test_fork (void)
{
  int status = 0;
  check (gr_select_device (1) == GR_OK, "fork: a device");
  gr_buffer *const buffer = new_buffer (1 << 10);
  const pid_t child = fork ();
  if (! child)
    {
      const unsigned before = fake->calls;
      check (gr_device_count () == 0, "fork: a child has no device");
      check (fill (buffer) != GR_OK && says ("child process after fork"), "fork: what is said");
      gr_buffer_release (buffer);
      check (fake->calls == before, "fork: %u calls of a child", fake->calls - before);
      fflush (stdout);
      exit (0); /* with all that a process does at its end */
    }
  waitpid (child, &status, 0);
  check (WIFEXITED (status) && ! WEXITSTATUS (status), "fork: the child ends well");
  check (fill (buffer) == GR_OK, "fork: the parent goes on");
}

int
main (int argc, char **argv)
{
  char folder[] = "/tmp/gpureduce-driver-XXXXXX";
  if (argc != 3 || ! begin_counting () || ! mkdtemp (folder))
    return 2;
  if (! has_compiler (FAKE_CUDA_VERSION))
    {
      rmdir (folder);
      return 0;
    }
  setenv ("GPUREDUCE_CACHE", folder, 1);
  run ("none", test_none, NULL);
  run ("code", make_code, NULL);
  run ("old", test_old, argv[2]);
  run ("threads", test_threads, argv[1]);
  run ("devices", test_devices, argv[1]);
  run ("errors", test_errors, argv[1]);
  run ("fork", test_fork, argv[1]);
  check (gr_clear_kernels () == GR_OK && ! rmdir (folder), "the cache's folder is empty after all");
  return end_counting ();
}
