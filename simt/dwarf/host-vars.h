/* Variables of the host program, and their types, by its debug information.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_HOST_VARS_H
#define SIMT_HOST_VARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum simt_type_kind
{
  SIMT_T_VOID, SIMT_T_INT, SIMT_T_UNSIGNED, SIMT_T_CHAR, SIMT_T_BOOL,
  SIMT_T_FLOAT, SIMT_T_COMPLEX, SIMT_T_ENUM, SIMT_T_POINTER, SIMT_T_REFERENCE,
  SIMT_T_ARRAY, SIMT_T_STRUCT, SIMT_T_UNION, SIMT_T_FUNCTION
};

struct simt_field
{
  const char *name;		/* NULL for an unnamed one.  */
  uint64_t offset;		/* Bytes.  */
  unsigned bits, first_bit;	/* Of a bit-field, or 0; FIRST_BIT counts from
				   the least significant one at OFFSET.  */
  const struct simt_type *type;
};

struct simt_enumerator
{
  const char *name;
  int64_t value;
};

/* A type without typedefs and qualifiers.  */
struct simt_type
{
  enum simt_type_kind kind;
  const char *name;		/* As declared, or NULL.  */
  bool alias;			/* NAME is a typedef's.  */
  uint64_t size;		/* Bytes; 0 if it is not known.  */
  bool is_signed;		/* Of an enumeration and a character.  */
  const struct simt_type *of;	/* What a pointer or reference is to; an array's
				   element; of an array of several dimensions,
				   all but the first.  */
  bool counted;			/* An array: N is known.  */
  uint64_t n;			/* Elements, fields, enumerators.  */
  int64_t lower;		/* An array's first index.  */
  const struct simt_field *fields;
  const struct simt_enumerator *enumerators;
};

/* How a variable of an outlined function is reached from the address in its hidden
   argument: add ADD, and then read the pointer there if DEREF.  */
struct simt_step
{
  uint64_t add;
  bool deref;
};
#define SIMT_STEPS 6

struct simt_var
{
  const char *name;
  const char *function;		/* As the linker knows it; NULL: not local.  */
  const char *file;		/* Without folder, or NULL.  */
  unsigned line;
  const struct simt_type *type;
  unsigned n_steps;		/* 0: not by the hidden argument.  */
  struct simt_step step[SIMT_STEPS];
};

/* Before all others: debug information is in PATH, a program or an object file that the
   compiler for the host has made of the same source, and not in this process's program.
   False if PATH has none.  */
extern bool simt_host_vars_file (const char *path);

/* The variable NAME that is declared in FILE (NULL: any), a name without folder, at
   LINE (0: any); NULL if there is none, or no debug information.  */
extern const struct simt_var *simt_var_declared (const char *name,
						 const char *file,
						 unsigned line);
/* The variable NAME of FUNCTION, or the next one past AFTER if that is not NULL,
   whose name has `$' for `.'; FUNCTION NULL: one that is in none.  */
extern const struct simt_var *simt_var_of (const char *function,
					   const char *name,
					   const struct simt_var *after);
/* True if there are variables NAME, and all of them consist of numbers, characters
   or pointers alone, so that they have no padding.  */
extern bool simt_vars_scalars (const char *name);
/* Call FN with each variable of FUNCTION.  */
extern void simt_vars_of (const char *function,
			  void (*fn) (const struct simt_var *, void *),
			  void *closure);
/* The file, with its path, that the program's main function is in, or NULL; and in
   *LINE where that begins.  */
extern const char *simt_main_file (unsigned *line);

/* The type *T, made from OF.  It is never freed.  */
extern const struct simt_type *simt_type_pointer (const struct simt_type *of);

#endif /* SIMT_HOST_VARS_H */
