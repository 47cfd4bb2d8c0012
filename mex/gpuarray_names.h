// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of Octave that are methods of gpuArray without code of their own.  Makefile reads the names that stand
// behind X, and links a file for each into the folder of the class.

#ifndef GW_GPUARRAY_NAMES_H
#define GW_GPUARRAY_NAMES_H

// They make an array, on the device behind "like" and a gpuArray, and from sizes that are gpuArrays on the host.
#define GW_MAKERS(X)                                                                                                   \
  X (zeros)                                                                                                            \
  X (ones)                                                                                                             \
  X (eye)                                                                                                              \
  X (Inf)                                                                                                              \
  X (inf)                                                                                                              \
  X (NaN)                                                                                                              \
  X (nan)                                                                                                              \
  X (NA)                                                                                                               \
  X (true)                                                                                                             \
  X (false)                                                                                                            \
  X (rand)                                                                                                             \
  X (randn)                                                                                                            \
  X (randi)

// They answer for the class of an array.
#define GW_OF_CLASS(X)                                                                                                 \
  X (flintmax)                                                                                                         \
  X (intmax)                                                                                                           \
  X (intmin)

// Their arguments from one on, counted from 0, are sizes, dimensions and the like: gpuArrays are taken as numbers.
// Those before it are what the function works on, and stay what they are.
#define GW_NUMBERED(X)                                                                                                 \
  X (cell, 0)                                                                                                          \
  X (pi, 0)                                                                                                            \
  X (e, 0)                                                                                                             \
  X (rande, 0)                                                                                                         \
  X (randperm, 0)                                                                                                      \
  X (magic, 0)                                                                                                         \
  X (hilb, 0)                                                                                                          \
  X (invhilb, 0)                                                                                                       \
  X (hadamard, 0)                                                                                                      \
  X (blanks, 0)                                                                                                        \
  X (primes, 0)                                                                                                        \
  X (realmax, 0)                                                                                                       \
  X (realmin, 0)                                                                                                       \
  X (colon, 0)                                                                                                         \
  X (pause, 0)                                                                                                         \
  X (size, 1)                                                                                                          \
  X (reshape, 1)                                                                                                       \
  X (vec, 1)                                                                                                           \
  X (resize, 1)                                                                                                        \
  X (permute, 1)                                                                                                       \
  X (ipermute, 1)                                                                                                      \
  X (circshift, 1)                                                                                                     \
  X (shiftdim, 1)                                                                                                      \
  X (rot90, 1)                                                                                                         \
  X (flip, 1)                                                                                                          \
  X (triu, 1)                                                                                                          \
  X (tril, 1)                                                                                                          \
  X (postpad, 1)                                                                                                       \
  X (prepad, 1)

// Fourier transforms: functions of gpuarray_fourier.h, and whether they are the inverse ones.
#define GW_FOURIER(X)                                                                                                  \
  X (fft, gw_fft, false)                                                                                               \
  X (ifft, gw_fft, true)                                                                                               \
  X (fft2, gw_fft2, false)                                                                                             \
  X (ifft2, gw_fft2, true)                                                                                             \
  X (fftn, gw_fftn, false)                                                                                             \
  X (ifftn, gw_fftn, true)                                                                                             \
  X (fftshift, gw_fftshift, false)                                                                                     \
  X (ifftshift, gw_fftshift, true)

// Linear algebra, of Octave's own for arrays on the host.
#define GW_LINEAR(X)                                                                                                   \
  X (inv)                                                                                                              \
  X (inverse)                                                                                                          \
  X (det)                                                                                                              \
  X (rcond)                                                                                                            \
  X (lu)                                                                                                               \
  X (chol)                                                                                                             \
  X (cholinv)                                                                                                          \
  X (chol2inv)                                                                                                         \
  X (qr)                                                                                                               \
  X (svd)                                                                                                              \
  X (pinv)                                                                                                             \
  X (eig)

// They draw what is gathered, and have at most the number of results beside the name; functions that compute more
// results have none here.
#define GW_DRAWN(X)                                                                                                    \
  X (plot, 1)                                                                                                          \
  X (plot3, 1)                                                                                                         \
  X (line, 1)                                                                                                          \
  X (semilogx, 1)                                                                                                      \
  X (semilogy, 1)                                                                                                      \
  X (loglog, 1)                                                                                                        \
  X (plotyy, 3)                                                                                                        \
  X (plotmatrix, 5)                                                                                                    \
  X (bar, 1)                                                                                                           \
  X (barh, 1)                                                                                                          \
  X (area, 1)                                                                                                          \
  X (stairs, 1)                                                                                                        \
  X (stem, 1)                                                                                                          \
  X (stem3, 1)                                                                                                         \
  X (pie, 1)                                                                                                           \
  X (pie3, 1)                                                                                                          \
  X (rose, 0)                                                                                                          \
  X (scatter, 1)                                                                                                       \
  X (scatter3, 1)                                                                                                      \
  X (errorbar, 1)                                                                                                      \
  X (semilogxerr, 1)                                                                                                   \
  X (semilogyerr, 1)                                                                                                   \
  X (loglogerr, 1)                                                                                                     \
  X (polar, 1)                                                                                                         \
  X (compass, 1)                                                                                                       \
  X (feather, 1)                                                                                                       \
  X (quiver, 1)                                                                                                        \
  X (quiver3, 1)                                                                                                       \
  X (comet, 0)                                                                                                         \
  X (comet3, 0)                                                                                                        \
  X (fill, 1)                                                                                                          \
  X (fill3, 1)                                                                                                         \
  X (patch, 1)                                                                                                         \
  X (rectangle, 1)                                                                                                     \
  X (text, 1)                                                                                                          \
  X (ribbon, 1)                                                                                                        \
  X (image, 1)                                                                                                         \
  X (imagesc, 1)                                                                                                       \
  X (imshow, 1)                                                                                                        \
  X (pcolor, 1)                                                                                                        \
  X (contour, 2)                                                                                                       \
  X (contourf, 2)                                                                                                      \
  X (contour3, 2)                                                                                                      \
  X (surf, 1)                                                                                                          \
  X (surface, 1)                                                                                                       \
  X (surfc, 1)                                                                                                         \
  X (surfl, 1)                                                                                                         \
  X (surfnorm, 0)                                                                                                      \
  X (mesh, 1)                                                                                                          \
  X (meshc, 1)                                                                                                         \
  X (meshz, 1)                                                                                                         \
  X (waterfall, 1)                                                                                                     \
  X (trimesh, 1)                                                                                                       \
  X (trisurf, 1)                                                                                                       \
  X (triplot, 1)                                                                                                       \
  X (set, 0)                                                                                                           \
  X (axis, 0)                                                                                                          \
  X (xlim, 0)                                                                                                          \
  X (ylim, 0)                                                                                                          \
  X (zlim, 0)                                                                                                          \
  X (caxis, 0)                                                                                                         \
  X (figure, 1)                                                                                                        \
  X (subplot, 1)

#endif
