/* Generator of random programs with loops that the compiler vectorises by
   itself: what its files share.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef LOOP_GEN_H
#define LOOP_GEN_H

#include <stdbool.h>

#include "../simd-programs/text.h"

/* What a generated program is made of.

   Each function has loops over arrays of several element types, and main
   prints a checksum of what it returns and of what it stores.  The program is
   compiled with -ffp-contract=off: then a floating-point operation has one
   right result.  Nothing is undefined: signed numbers that may overflow become
   unsigned ones first, shifts are masked, divisors are not 0, and a
   floating-point number is small when it becomes a whole one.  -fwrapv is no
   way, as the compiler then vectorises little.  */

/* The element types, FLOATING from that one on.  */
enum type
{
  S8, U8, S16, U16, S32, U32, S64, U64, F32, F64, N_TYPES, FLOATING = F32
};
extern const char *const type_names[N_TYPES];
extern const unsigned char type_bits[N_TYPES];

/* Elements that an array has, and the highest count of iterations.  */
enum { N_ELEMENTS = 400, N_ITERATIONS = 130 };

/* The function at hand.  */
struct function
{
  enum type out, in[3];		/* elements of d; of a, b and c */
  enum type scalar;		/* type of s */
  unsigned n;			/* iterations */
  bool vary;			/* n is an argument, not a number */
  bool restricted;		/* d is a restrict pointer */
  bool simple;			/* few types, and operations that each vector
				   unit has */
};
extern struct function f;

/* exprs.c: expressions.  */

/* The counter that subscripts are made from, below N_ITERATIONS.  */
extern const char *counter;
/* A local array of 8 elements that expressions may read, its type, or none.  */
extern const char *local_array;
extern enum type local_type;
/* An expression of type TYPE, or of one that its operands are promoted to,
   with DEPTH levels of operations.  */
char *value (enum type type, unsigned depth);
/* X OPERATOR Y, of type TYPE, which does not overflow; OPERATOR is + - or *.  */
char *arithmetic (enum type type, char operator, const char *x, const char *y);
/* A condition on elements.  */
char *test (void);
/* TEXT, of type FROM, converted to type TO.  */
char *convert (enum type to, enum type from, const char *text);
/* The type of an element, at random; with whole numbers only if WHOLE.  */
enum type some_type (bool whole);
/* Which of the program's macros BITSl, BITSf and BITSd gives the bits of a TYPE.  */
char bits_letter (enum type type);
/* The number of iterations, as text.  */
char *bound (void);

/* loops.c: statements.  */

/* Print the body of a function, which ends by returning a number.  */
void emit_function_body (void);

#endif
