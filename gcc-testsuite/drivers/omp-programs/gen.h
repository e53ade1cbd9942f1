/* Generator of random OpenMP and OpenACC programs: what its files share.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef OMP_GEN_H
#define OMP_GEN_H

#include "../simd-programs/text.h"

/* A program is a row of regions, each a function.  What a region computes does
   not depend on how many threads it has, nor on their order: an iteration
   writes elements of its own, and everything else goes through reductions,
   atomics, locks and the like, by operations that commute.

   An expression is text of type `unsigned' without side effects.  Integers wrap
   or stay small; floating-point numbers are whole, not negative and so small
   that each sum of them is exact, so that contraction, vectors and the order
   of a reduction make no difference.  */

/* data.c: types, arrays and what maps them.  */

enum type
{
  T_SCHAR, T_USHORT, T_INT, T_UNSIGNED, T_LLONG, T_ULLONG, T_FLOAT, T_DOUBLE,
  T_RECORD, N_TYPES
};
enum { N_ARITHMETIC = T_RECORD };
extern const char *const type_names[N_TYPES];

struct array
{
  char *name;
  enum type type;
  unsigned size, from, n;	/* Elements; those of the section in use.  */
};

/* VALUE, of type unsigned, as TYPE; and TEXT, of TYPE, as unsigned.  */
char *to_type (enum type type, const char *value);
char *from_type (enum type type, const char *text);
/* Declare an array of which a section of N elements will be used, the whole
   array if WHOLE, and fill it.  A type of N_TYPES stands for any.  */
struct array declare_array (enum type type, unsigned n, bool whole);
/* The section of A as map clauses have it.  */
char *section (const struct array *a);
/* Print a line that prints a digest of A, all of it.  */
void show_array (const struct array *a);
/* The same of the variable NAME.  */
void show (enum type type, const char *name);
/* Types, tables and functions that every program has.  */
void emit_program_head (void);

/* body.c: expressions and statements.  */

/* Values that an expression may use.  */
void add_value (const char *text);
void add_array (const struct array *a);
/* How many there are, and back to so many.  */
unsigned value_count (void);
void forget_values (unsigned count);
/* The functions that may be called.  */
enum { N_FUNCTIONS = 4 };
extern unsigned n_functions;
/* In an OpenACC program.  */
extern bool acc;
/* Statements that compute with the variable r, FUEL of them, nested to DEPTH.
   LOOPS: simd or vector loops may be among them.  */
void emit_body (unsigned fuel, unsigned depth, bool loops);
/* Print the random functions.  */
void emit_functions (void);

/* reduce.c: reductions.  */

struct reduction
{
  char *name, *op;
  enum type type;
  unsigned n;			/* Of an array; 0: a scalar.  */
};

/* Declare the variable of a random reduction.  ARRAYS: it may be an array.  */
struct reduction declare_reduction (bool arrays);
/* The clause, the statement that adds r to it (I: number of the iteration),
   and the line that shows it.  */
char *reduction_clause (const struct reduction *d);
void reduce (const struct reduction *d, const char *i);
void show_reduction (const struct reduction *d);
/* What a map clause says of it.  */
char *reduction_section (const struct reduction *d);

/* loops.c, threads.c, data-regions.c, acc.c: regions.  Each prints the body of
   a function.  */
void loop_region (void);
void nested_region (void);
void threads_region (void);
void tasks_region (void);
void data_region (void);
void struct_region (void);
void async_region (void);
void acc_loop_region (void);
void acc_nested_region (void);
void acc_data_region (void);
/* A schedule clause, or nothing.  */
char *schedule_clause (void);

#endif
