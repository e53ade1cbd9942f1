/* The record of LDS use that an object carries (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
