/* The PTX machine: where code is in its source.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_WHERE_H
#define VM_WHERE_H

#include "vm-int.h"

/* The PTX instruction that U of F was made from; NULL if there is none.  */
extern const struct ptx_insn *uop_insn (const struct vfunc *f,
					const struct uop *u);
/* Its source line, NULL if it is not known; and its line in the PTX text.  */
extern const struct ptx_loc *uop_loc (const struct vfunc *f,
				      const struct uop *u);
extern unsigned uop_line (const struct vfunc *f, const struct uop *u);

/* Put into BUF, of N bytes, "foo (pr53465.c:9)", or without a .loc "foo".  */
extern void uop_place (char *buf, size_t n, const struct vfunc *f,
		       const struct uop *u);
/* The same with the PTX line.  */
extern void uop_where (char *buf, size_t n, const struct vfunc *f,
		       const struct uop *u);
/* Put into P, of N places, where U of F is, and what it was inlined into.  Give
   how many these are.  */
extern size_t uop_places (const struct vfunc *f, const struct uop *u,
			  struct simt_place *p, size_t n);

/* Put where the instruction I of F is into *P, whose texts live as long as F's
   unit.  */
struct simt_profile_place;
extern void insn_place (const struct vfunc *f, const struct ptx_insn *i,
			struct simt_profile_place *p);

/* The name of the function that L, a line of F's, is in: F, or one that was
   inlined.  */
extern const char *uop_function (const struct vfunc *f,
				 const struct ptx_loc *l);
/* The compiler's library that U of F is from; NULL if it is the program's own.  */
extern const char *uop_library (const struct vfunc *f, const struct uop *u);
/* The file with number FILE of the unit U, or NULL.  */
extern const char *unit_path (const struct ptx_unit *u, uint32_t file);

/* With options.debug: the type, and the place in the register file, of F's register
   NAME, as in "%r25".  False if it has none.  */
extern bool func_register (const struct vfunc *f, const char *name,
			   enum ptx_type *type, uint32_t *offset);

/* The PTX name of a meeting of lanes, of enum sync_kind.  */
extern const char *sync_name (unsigned kind);

#endif /* VM_WHERE_H */
