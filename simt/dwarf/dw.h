/* libdw, where this machine has it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_DW_H
#define SIMT_DW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libdw is loaded by name when it is first needed, so that nothing depends on it
   otherwise; this part of its interface has been the same since elfutils 0.158.
   Debug information in other files is not looked for, as libdw might ask a server for
   it.  */

/* Dwarf_Die, Dwarf_Attribute and Dwarf_Op.  */
struct simt_die
{
  void *addr, *cu, *abbrev;
  long padding;
};

struct simt_attr
{
  unsigned code, form;
  unsigned char *value;
  void *cu;
};

struct simt_op
{
  uint8_t atom;
  uint64_t number, number2, offset;
};

/* libdw's functions, by their names there.  */
struct simt_dw
{
  void *(*dwfl_module_getsrc) (void *module, uint64_t at);
  const char *(*dwfl_lineinfo) (void *line, uint64_t *, int *n, int *,
				uint64_t *, uint64_t *);
  const char *(*dwfl_module_addrname) (void *module, uint64_t at);
  struct simt_die *(*dwfl_module_addrdie) (void *module, uint64_t at,
					   uint64_t *bias);
  int (*dwarf_tag) (struct simt_die *);
  int (*dwarf_child) (struct simt_die *, struct simt_die *child);
  int (*dwarf_siblingof) (struct simt_die *, struct simt_die *next);
  int (*dwarf_haspc) (struct simt_die *, uint64_t pc);
  struct simt_attr *(*dwarf_attr_integrate) (struct simt_die *, unsigned name,
					     struct simt_attr *);
  const char *(*dwarf_formstring) (struct simt_attr *);
  int (*dwarf_formudata) (struct simt_attr *, uint64_t *);
  struct simt_die *(*dwarf_formref_die) (struct simt_attr *, struct simt_die *);
  int (*dwarf_getlocation_addr) (struct simt_attr *, uint64_t pc,
				 struct simt_op **, size_t *n, size_t most);
  ptrdiff_t (*dwarf_getlocations) (struct simt_attr *, ptrdiff_t next,
				   uint64_t *base, uint64_t *start,
				   uint64_t *end, struct simt_op **,
				   size_t *n);
  int (*dwarf_aggregate_size) (struct simt_die *, uint64_t *);
  struct simt_die *(*dwfl_module_nextcu) (void *module, struct simt_die *last,
					  uint64_t *bias);
  const char *(*dwarf_decl_file) (struct simt_die *);
  int (*dwarf_decl_line) (struct simt_die *, int *line);
  int (*dwarf_formsdata) (struct simt_attr *, int64_t *);
  int (*dwarf_getlocation) (struct simt_attr *, struct simt_op **, size_t *n);
  int (*dwarf_nextcu) (void *dwarf, uint64_t at, uint64_t *next, size_t *header,
		       uint64_t *abbrev, uint8_t *address, uint8_t *offset);
  struct simt_die *(*dwarf_offdie) (void *dwarf, uint64_t at, struct simt_die *);
  struct simt_die *(*dwarf_diecu) (struct simt_die *, struct simt_die *cu,
				   uint8_t *address, uint8_t *offset);
  struct simt_attr *(*dwarf_attr) (struct simt_die *, unsigned name,
				   struct simt_attr *);
  int (*dwarf_entrypc) (struct simt_die *, uint64_t *);
  int (*dwarf_getsrcfiles) (struct simt_die *cu, void **files, size_t *n);
  const char *(*dwarf_filesrc) (void *files, size_t n, uint64_t *, uint64_t *);
};

/* Call FN with libdw's functions, the module of this process that has the code
   at AT, and CLOSURE, under a lock.  Not if there is no libdw or no module.  */
extern void simt_dw_at (uintptr_t at,
			void (*fn) (const struct simt_dw *, void *module,
				    uintptr_t at, void *closure),
			void *closure);

/* Put libdw's functions into *FNS, and into *MODULE the module of this process that
   has the code at AT, for as long as the process lives.  False if there is no libdw
   or no module.  */
extern bool simt_dw_keep (uintptr_t at, const struct simt_dw **fns,
			  void **module);

/* The debug information in the ELF file of SIZE bytes at IMAGE, which must stay, for the
   functions of *FNS; NULL if there is none, or no libdw.  */
extern void *simt_dw_image (const void *image, size_t size,
			    const struct simt_dw **fns);

/* The debug information in the file PATH, a program or an object file, for the functions of
   *FNS: *MODULE, as simt_dw_keep gives it.  False if there is none, or no libdw.  */
extern bool simt_dw_file (const char *path, const struct simt_dw **fns,
			  void **module);

/* By DW: false if DIE refers to an origin of another kind than itself, as where debug
   information was linked without the part that the compiler proper wrote.  */
extern bool simt_dw_origin_p (const struct simt_dw *dw, struct simt_die *die);
/* By DW: the text of DIE's attribute NAME, or NULL.  */
extern const char *simt_dw_text (const struct simt_dw *dw, struct simt_die *die,
				 unsigned name);
/* Put DIE's type, without typedefs and qualifiers, into *TYPE; and if ALIAS is not NULL,
   the name of the first typedef on the way, if there is one, into *ALIAS.  False if it
   has none.  */
extern bool simt_dw_type (const struct simt_dw *dw, struct simt_die *die,
			  struct simt_die *type, const char **alias);

#endif /* SIMT_DW_H */
