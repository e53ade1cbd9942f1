/* Accelfix: clauses that map members of structures.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_STRUCT_MEMBERS_H
#define ACCELFIX_STRUCT_MEMBERS_H

/* Whether clause C attaches a pointer.  */
extern bool host_attach_p (tree c);

/* Whether clause C is the entry of a structure's members.  */
extern bool host_struct_p (tree c);

/* Whether clause C sets the region's own copy of a pointer to where the clause
   before it is on the device.  libgomp does not get it.  */
extern bool host_base_pointer_p (tree c);

/* Whether clause C is no entry of the list of maps.  */
extern bool host_no_entry_p (tree c);

/* The members of the structure BASE that a directive maps.  */
struct struct_members
{
  tree base;
  tree *head;			/* Where the "struct" entry hangs, or NULL.  */
  auto_vec<tree, 16> list;

  /* Fills this with the members of STRUCTURE in CLAUSES: those of its "struct"
     entry, or all if LEAVING, since "exit data" has no such entry.  Returns
     whether there are any.  */
  bool find (tree *clauses, tree structure, bool leaving);
  /* The member that has the pointer at OFFSET, or that begins there and has no
     size.  */
  tree covering (HOST_WIDE_INT offset);
  /* Adds C, which is linked after the last member.  */
  void add (tree c);
  /* Orders the list by the members' offsets; returns whether that changed it.  A
     list with unknown offsets stays as it is.  */
  bool sort ();
  /* Links the members in the order of the list, directly after their entry and
     its pointer.  */
  void link ();
  /* Puts the entry and its members before the clause at *AT.  */
  void move_before (tree *at);
};

#endif /* ACCELFIX_STRUCT_MEMBERS_H */
