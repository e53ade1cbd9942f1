/* The record of LDS use that an object carries (amdgcn).
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

#ifndef ACCELFIX_LDS_RECORD_H
#define ACCELFIX_LDS_RECORD_H

#if ACCELFIX_GCN

/* One unit's record: see lds-record.cc for its text.  */
class lds_record
{
public:
  void collect ();
  void use (tree function, unsigned variable);
  void begin (FILE *, const char *method) const;
  void variable (FILE *, unsigned number, unsigned offset,
		 unsigned HOST_WIDE_INT size, const char *name) const;
  void end (FILE *) const;

private:
  struct used { unsigned function, variable; };
  hash_map<tree, unsigned> m_index;	/* Function -> its number.  */
  auto_vec<used> m_uses;
  hash_set<int_hash<uint64_t, UINT64_MAX, UINT64_MAX - 1> > m_used;
  auto_vec<char *> m_lines;		/* On functions and calls.  */

  void add_function (cgraph_node *);
  void add_calls (unsigned, cgraph_node *);
  void add_addresses (symtab_node *);
};

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_LDS_RECORD_H */
