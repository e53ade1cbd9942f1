/* Where control goes in machine code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef FLOW_H
#define FLOW_H

extern long insn_at (const struct object *, struct place);
extern struct place place_of_address (const struct object *, uint64_t);
extern void find_owners (const struct object *, const struct symbol ***);
extern struct place pc_relative_target (const struct object *,
					const struct insn *, size_t i,
					const char **name);
extern bool noreturn_p (const struct object *, struct place,
			const char *name);
extern struct place branch_target (const struct object *,
				   const struct insn *);
extern bool part_ends_p (const struct section *, const struct symbol **owner,
			 size_t i);

#endif /* FLOW_H */
