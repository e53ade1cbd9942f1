/* Generator of random programs with simd loops: what its files share.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMD_GEN_H
#define SIMD_GEN_H

#include <stdbool.h>

/* What a generated program is made of.

   An expression is text of type `unsigned' without side effects, so that
   nothing overflows and the order of evaluation is no matter.  Whatever has
   side effects is a statement.  A floating-point number is a whole number
   below 2^24, so that every compiler computes the same.  Each variable is set
   as a whole where it is declared.  An iteration writes what is its own and
   reads, of what other iterations write, only what an earlier loop wrote.  */

#include "text.h"

/* vars.c: variables.  */

enum kind
{
  SCALAR, VOLATILE, ARRAY, MATRIX, RECORD, UNION, VECTOR, COMPLEX, WIDE,
  POINTER, BOX
};

/* The element types; FLOATING from that one on.  */
enum { N_TYPES = 10, UNSIGNED = 5, FLOATING = 8 };
extern const char *const type_names[N_TYPES];
extern const unsigned char type_sizes[N_TYPES];

struct var
{
  enum kind kind;
  char *name;
  unsigned type;		/* element type, record, or kind of vector */
  unsigned n, m;		/* elements; rows and columns */
  char *length;			/* the same as text, of an array */
  bool writable;
};

/* The variables that the statement at hand may use, innermost last.  */
extern struct var vars[];
extern unsigned n_vars;

/* Bytes that the function at hand may still spend on variables.  */
extern int bytes_left;
/* Arrays whose size varies are allowed.  */
extern bool allow_vla;

/* Add a variable that is there already.  */
struct var *add_var (enum kind kind, char *name, unsigned type, unsigned n,
		     bool writable);
/* Declare a random variable, with its values if VALUES.  */
struct var *declare_var (bool values);
/* Print statements that set all of V.  */
void set_whole (const struct var *v);
/* A random element of V, as an expression.  */
char *value_of (const struct var *v);
/* Print a statement that sets a random element of V.  */
void set_element (const struct var *v, const char *value);
/* A random variable of KIND that can be written, or none.  */
struct var *some_var (enum kind kind);
/* A random array of the element type TYPE, whose size is fixed and at least
   LEAST; or none.  */
struct var *some_array (unsigned type, unsigned least);
/* VALUE, an expression, as a value of element type TYPE, and the other way
   round.  */
char *to_type (unsigned type, const char *value);
char *from_type (unsigned type, const char *value);

/* helpers.c: the types and functions that a program has.  */

enum { N_RECORDS = 3, N_BODIES = 4 };
/* The program is C++.  */
extern bool cxx;
/* How many of the functions g0, g1... with random bodies are there.  */
extern unsigned n_bodies;
/* The program has functions with frames of varying size that call others, and
   objects that the compiler copies by members that it makes itself.  Both take
   GCC's SIMT code from a loop or need much of it, so that only some programs
   have them.  */
extern bool has_varying, has_objects;
void emit_types (void);
void emit_helpers (void);
/* A random field of record R at TEXT: its text, and its element type.  */
char *record_field (unsigned r, const char *text, unsigned *type);

/* statements.c: statements and bodies.  */

/* What a random body is in: how it is left early ("" if it is not), and
   whether it is the body of a simd loop.  */
struct place
{
  char *leave;
  bool in_simd;
};
extern struct place place;
/* How many times the statement at hand is executed at most.  */
extern unsigned repeated;
/* Print declarations and FUEL statements, nested up to DEPTH, that compute on
   with the variable r.  */
void emit_body (unsigned fuel, unsigned depth);

#endif
