/* The same on gfx906.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx906" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "code-object=5,aperture=implicit code-object=5" }  */
#include "run-aperture.c"
/* { dg-final { gcn-right {} "in the kernel 82\\n0 wrong" } } */
