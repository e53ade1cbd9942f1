/* Where control goes in machine code.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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
