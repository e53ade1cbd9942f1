/* Values of the host program's types, as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_VALUES_H
#define SIMT_VALUES_H

#include <stdio.h>

#include "host-vars.h"

/* Put N bytes at ADDR into TO; false if they cannot be read.  */
typedef bool (*simt_read_fn) (void *closure, uint64_t addr, void *to, size_t n);

/* Write to TO the value of type T whose bytes are at P, in the way of a debugger:
   FORMAT is 'x' (hexadecimal), 'd', 'u', 'o', 't' (binary), 'c', 'a' (address), 'f',
   or 0, by the type.  What pointers to characters point to is read by READ.  */
extern void simt_value_print (FILE *to, const struct simt_type *t,
			      const uint8_t *p, int format,
			      simt_read_fn read, void *closure);

/* Write T's name to TO, as in "struct p *".  */
extern void simt_type_print (FILE *to, const struct simt_type *t);

/* Scalars: the N bytes at P as an integer, sign-extended if SIGNED.  */
extern int64_t simt_int_at (const uint8_t *p, uint64_t n, bool is_signed);
/* And as a floating-point number; NAN if N is no size of one.  */
extern double simt_float_at (const uint8_t *p, uint64_t n);
/* Whether integers of T have a sign.  */
extern bool simt_type_signed_p (const struct simt_type *t);

#endif /* SIMT_VALUES_H */
