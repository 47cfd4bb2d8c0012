/* SPDX-License-Identifier: GPL-3.0-or-later

   The sources of kernels in the library.  The Makefile writes jit_sources.h in its build folder: GR_SOURCE (NUMBER,
   NAME, PATH) for each file that programs may include by NAME, the same for what else the host executor is compiled
   from, and their hashes.  */

#include "jit/jit.h"

#include "jit/jit_sources.h"

/* The text of a file, and a 0.  */
#define GR_TEXT(NUMBER, NAME, PATH)                                                                                    \
  __asm__(".pushsection .rodata\n"                                                                                     \
          "gr_source_" #NUMBER ":\n"                                                                                   \
          "\t.incbin \"" PATH "\"\n"                                                                                   \
          "\t.byte 0\n"                                                                                                \
          ".popsection");                                                                                              \
  extern const char gr_source_##NUMBER[] __attribute__ ((visibility ("hidden")));
GR_SOURCES (GR_TEXT)
GR_EXECUTOR_SOURCES (GR_TEXT)

#define GR_NAME(NUMBER, NAME, PATH) NAME,
#define GR_ADDRESS(NUMBER, NAME, PATH) gr_source_##NUMBER,
#define GR_PATH(NUMBER, NAME, PATH) PATH,
const char *const gr_source_names[] = { GR_SOURCES (GR_NAME) };
const char *const gr_source_texts[] = { GR_SOURCES (GR_ADDRESS) GR_EXECUTOR_SOURCES (GR_ADDRESS) };
const char *const gr_source_paths[] = { GR_SOURCES (GR_PATH) GR_EXECUTOR_SOURCES (GR_PATH) };
const int gr_source_count = sizeof gr_source_names / sizeof *gr_source_names;
const int gr_path_count = sizeof gr_source_paths / sizeof *gr_source_paths;
const char gr_sources_hash[] = GR_SOURCES_HASH;
const char gr_executor_hash[] = GR_EXECUTOR_SOURCES_HASH;
