/* Method 3 on the edge of a jump: the move gets a block of its own, in front
   of the label where nothing falls into that, else behind the function's other
   code.  What is seen here statically, run-edges.c runs.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=3,exit=0" } */
#include "edges.h"

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { summary-says {[2-9] blocks inserted by init-regs} } } */
/* { dg-final { scan-ptx {bra\t\$L\d+;\n\$L\d+:\n(\t// [^\n]*\n)+\t+mov\.u32\t%r\d+, 0;\n\$L\d+:} } } */
/* { dg-final { scan-ptx {ret;\n\$L\d+:\n(\t// [^\n]*\n)+\t+mov\.u32\t%r\d+, 0;\n\t+bra\t\$L\d+;} } } */
