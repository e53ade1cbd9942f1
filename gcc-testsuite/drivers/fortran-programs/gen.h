/* Generator of random Fortran programs with OpenMP or OpenACC: what its files share.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef FORTRAN_GEN_H
#define FORTRAN_GEN_H

#include "../simd-programs/text.h"

#include <stddef.h>

/* A program is a module of regions, each a subroutine, and the procedures that they
   call.  What a region computes does not depend on how many threads it has, nor on their
   order: an iteration writes elements of its own, and all else is a reduction or an
   atomic update.

   An expression is text of the default integer type, from 0 to 65535, without side
   effects.  Numbers of other types are whole and so small that each sum of them is
   exact.  */

/* procedures.c: the text of procedures.  */

/* Begin a procedure, whose first line is FORMAT, and go back to the one that was being
   written before.  What is declared comes before what is executed.  */
void begin_procedure (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
void end_procedure (const char *last);
/* A line of the declarations, and one of what is executed.  */
void decl (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
void code (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* Indent the lines that follow by N more.  */
void indent (int n);
/* Where the next line of what is executed will be, and a line that comes there.  */
size_t mark (void);
void code_at (size_t mark, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
/* Print all procedures that have ended.  */
void print_procedures (void);
/* Another dummy argument of the procedure that is being written, and the actual one.  */
void add_dummy (const char *name, const char *actual);
/* With OUTSIDE, what follows goes into the procedure that calls it.  */
void write_outside (bool outside);
/* The statement that calls the procedure that is being written, in the other one; then
   the lines that code_after has been given, which come there after the call.  */
void call_from_outside (const char *name);
void code_after (const char *lines);

/* data.c: types, arrays and what maps them.  */

enum type
{
  T_INT1, T_INT2, T_INT4, T_INT8, T_REAL4, T_REAL8, T_LOGICAL, T_COMPLEX, T_CHARACTER,
  T_RECORD, N_TYPES
};
extern const char *const type_names[N_TYPES];

enum { MOST_RANK = 3 };
struct array
{
  char *name;
  enum type type;
  unsigned rank;
  int low[MOST_RANK];		/* The first element in use, by dimension.  */
  unsigned n[MOST_RANK];	/* How many are.  */
  bool whole;			/* All elements are.  */
  bool fixed;			/* Its shape is known when it is compiled; no dummy.  */
  bool dummy;			/* It is an argument.  */
};

/* VALUE, from 0 to 65535, as TYPE; and TEXT, of TYPE, as such a value.  */
char *to_type (enum type type, const char *value);
char *from_type (enum type type, const char *text);
/* Declare an array, of which N[0] x ... elements will be used, and fill it.  A type of
   N_TYPES stands for any.  If it is to be a dummy argument of the procedure that is being
   written, DUMMY.  */
struct array declare_array (enum type type, unsigned rank, const unsigned *n, bool dummy);
/* The same, of which all elements will be.  */
struct array declare_whole (enum type type, unsigned rank, const unsigned *n, bool dummy);
/* The elements of A that are in use, by their bounds; and as map clauses have them.  */
char *all_of (const struct array *a);
char *section (const struct array *a);
/* Show A, all of it, after the region; or the variable NAME.  */
void show_array (const struct array *a);
void show (enum type type, const char *name);
void print_module_head (void);

/* exprs.c: expressions.  */

void add_value (const char *text);
void add_array (const struct array *a);
unsigned value_count (void);
void forget_values (unsigned count);
/* An array of rank 1 that may be read, or NULL.  */
const struct array *row (void);

/* body.c: statements and functions.  */

/* In an OpenACC program.  */
extern bool acc;
extern unsigned n_functions;
/* Statements that compute with the variable r, FUEL of them, nested to DEPTH.  The
   variables that must be private are added to what take_private gives.  */
void emit_body (unsigned fuel, unsigned depth);
void add_private (const char *name);
char *take_private (void);
void emit_functions (void);

/* reduce.c: reductions.  */

struct reduction
{
  char *name, *op;
  enum type type;
  unsigned n;			/* Of an array; 0: a scalar.  */
};
struct reduction declare_reduction (bool arrays);
char *reduction_clause (const struct reduction *d);
void reduce (const struct reduction *d, const char *i);
void show_reduction (const struct reduction *d);

/* loops.c, data-regions.c: regions.  */
void loop_region (void);
void nested_region (void);
void data_region (void);
void record_region (void);
void array_region (void);

#endif
