/* Accelfix: clauses that map members of structures.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "host.h"
#include "places.h"
#include "struct-members.h"

/* See struct-members.h.  */

bool
host_attach_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return false;
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_ATTACH:
    case GOMP_MAP_DETACH:
    case GOMP_MAP_ATTACH_DETACH:
      return true;
    default:
      return false;
    }
}

/* See struct-members.h.  */

bool
host_struct_p (tree c)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_STRUCT);
}

/* See struct-members.h.  */

bool
host_base_pointer_p (tree c)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FIRSTPRIVATE_REFERENCE
	      || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FIRSTPRIVATE_POINTER));
}

/* See struct-members.h.  */

bool
host_no_entry_p (tree c)
{
  return OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || host_base_pointer_p (c);
}

/* See struct-members.h.  */

bool
struct_members::find (tree *clauses, tree structure, bool leaving)
{
  base = structure;
  head = NULL;
  list.truncate (0);
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    {
      tree c = *p;
      if (host_no_entry_p (c) || host_attach_p (c))
	continue;
      if (leaving)
	{
	  if (TREE_CODE (OMP_CLAUSE_DECL (c)) == COMPONENT_REF
	      && host_same_p (host_place (OMP_CLAUSE_DECL (c)).base, base))
	    list.safe_push (c);
	}
      else if (host_struct_p (c) && host_same_p (OMP_CLAUSE_DECL (c), base))
	{
	  head = p;
	  unsigned n = tree_to_uhwi (OMP_CLAUSE_SIZE (c));
	  for (c = OMP_CLAUSE_CHAIN (c); c && list.length () < n;
	       c = OMP_CLAUSE_CHAIN (c))
	    if (!host_no_entry_p (c))
	      list.safe_push (c);
	  return list.length () == n;
	}
    }
  return !list.is_empty ();
}

/* See struct-members.h.  */

tree
struct_members::covering (HOST_WIDE_INT offset)
{
  for (tree c : list)
    {
      HOST_WIDE_INT at = host_place (OMP_CLAUSE_DECL (c)).offset;
      tree size = OMP_CLAUSE_SIZE (c);
      if (at == offset
	  || (at >= 0 && at <= offset && tree_fits_shwi_p (size)
	      && offset - at < tree_to_shwi (size)))
	return c;
    }
  return NULL_TREE;
}

/* See struct-members.h.  */

void
struct_members::add (tree c)
{
  tree last = list.last ();
  OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (last);
  OMP_CLAUSE_CHAIN (last) = c;
  list.safe_push (c);
  if (head)
    OMP_CLAUSE_SIZE (*head) = size_int (list.length ());
}

/* See struct-members.h.  */

bool
struct_members::sort ()
{
  for (tree c : list)
    {
      place p = host_place (OMP_CLAUSE_DECL (c));
      if (p.offset < 0 || !host_same_p (p.base, base))
	return false;
    }
  bool changed = false;
  for (unsigned i = 1; i < list.length (); i++)
    for (unsigned j = i; j > 0; j--)
      {
	if (host_place (OMP_CLAUSE_DECL (list[j])).offset
	    >= host_place (OMP_CLAUSE_DECL (list[j - 1])).offset)
	  break;
	std::swap (list[j], list[j - 1]);
	changed = true;
      }
  return changed;
}

/* See struct-members.h.  */

void
struct_members::link ()
{
  tree entry = *head;
  hash_set<tree> mine;
  for (tree c : list)
    mine.add (c);
  for (tree *p = &OMP_CLAUSE_CHAIN (entry); *p; )
    if (mine.contains (*p))
      *p = OMP_CLAUSE_CHAIN (*p);
    else
      p = &OMP_CLAUSE_CHAIN (*p);
  while (OMP_CLAUSE_CHAIN (entry)
	 && host_base_pointer_p (OMP_CLAUSE_CHAIN (entry)))
    entry = OMP_CLAUSE_CHAIN (entry);
  for (unsigned i = list.length (); i-- > 0; )
    {
      OMP_CLAUSE_CHAIN (list[i]) = OMP_CLAUSE_CHAIN (entry);
      OMP_CLAUSE_CHAIN (entry) = list[i];
    }
}

/* See struct-members.h.  */

void
struct_members::move_before (tree *at)
{
  tree entry = *head;
  tree last = entry;
  for (unsigned i = 0; i < list.length (); )
    {
      last = OMP_CLAUSE_CHAIN (last);
      if (!host_no_entry_p (last))
	i++;
    }
  *head = OMP_CLAUSE_CHAIN (last);
  OMP_CLAUSE_CHAIN (last) = *at;
  *at = entry;
}
