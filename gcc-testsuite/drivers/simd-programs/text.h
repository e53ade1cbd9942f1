/* Generators of random programs: random numbers and text.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GEN_TEXT_H
#define GEN_TEXT_H

#include <stdbool.h>

void gen_seed (unsigned long seed);
/* A number from 0 to N - 1, each as likely.  */
unsigned rnd (unsigned n);
/* A number from LOW to HIGH.  */
unsigned between (unsigned low, unsigned high);
/* True in PERCENT of 100 cases.  */
bool chance (unsigned percent);
/* One of N weights, in proportion.  */
unsigned weighted (const unsigned char *weights, unsigned n);
/* One of the N structures of A, which have weights.  */
#define PICK(A, N)							\
  ({ unsigned char weights_[N];						\
     for (unsigned i_ = 0; i_ < (N); i_++)				\
       weights_[i_] = (A)[i_].weight;					\
     &(A)[weighted (weights_, (N))]; })
#define N_OF(A) (sizeof (A) / sizeof *(A))
/* New text, never freed: the generator is soon over.  In FORMAT and in what
   goes into it, @0, @1, @2 stand for a random expression of that depth and @c
   for a condition.  They are made from left to right, so that the program
   does not depend on the order in which a compiler evaluates arguments.  */
char *str (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* Print such text as a line, indented.  */
void line (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* Print an opening or closing brace on a line, and indent what follows more
   or less.  */
void open_brace (void);
void close_brace (void);
/* A number that no other name has.  */
unsigned fresh (void);

/* Of the generator: a random expression, DEPTH is how deep, and a condition,
   which is 0 or 1.  */
char *expr (unsigned depth);
char *condition (void);

#endif
