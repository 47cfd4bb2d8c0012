/* SPDX-License-Identifier: GPL-3.0-or-later

   Where CUDA's files are looked for, and those of this library.  */

#ifndef GR_FIND_H
#define GR_FIND_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Call look (data, FOLDER) until it returns true, and return whether it has: beside this library; in the folder of the
   package's data, ~/.local/share/gpureduce/python or in XDG_DATA_HOME, where `pip install --target` puts NVIDIA's
   wheels; in CUDA_HOME, VIRTUAL_ENV and CONDA_PREFIX; where the loader looks, for which FOLDER is ""; in
   /usr/local/cuda.  */
bool gr_look_for_cuda (bool (*look) (void *data, const char *folder), void *data);

/* Find libcudadevrt.a, CUDA's device runtime, of the major version of the NVRTC for a driver.  NULL, or what is missing
   in words on the heap, with the command that brings what a driver takes (gr_kernel_request).  */
char *gr_find_device_runtime (int driver, char *path, size_t size);
/* with_libraries: the command also brings cuBLAS, cuFFT and cuSOLVER.  */
char *gr_say_missing (const char *what, int driver, bool with_libraries);

/* A driver links kernels that launch kernels if its NVRTC is not newer than it.  If it is, a sentence on the heap, with
   the command that brings another; else NULL.  */
char *gr_say_newer_nvrtc (int driver);

/* Load the first library of that name in these folders, after those that it needs, names that end with NULL, if they
   are there, as not all that are distributed tell the loader to look beside them; NULL if there is none that can be
   loaded.  */
void *gr_open_cuda (const char *file, const char *const *needed);

/* The folder that this library is in, or NULL.  */
const char *gr_own_folder (char *path, size_t size);

/* Load a library that is in the folder of this one; NULL if it is not there.  */
void *gr_open_beside (const char *file);

#ifdef __cplusplus
}
#endif

#endif
