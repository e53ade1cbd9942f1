/* Pointer members of structures whose members are mapped one by one.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A clause with a section of a pointer member, map (s.v[:n]), becomes a map of
   the section and an "attach" of the device's copy of s.v to it.  If other
   members of s are mapped, too, they are the members of a "struct" entry, with
   their number; libgomp takes the first and the last of them for the piece of
   memory that it allocates.  What goes wrong:

   - The list of members lacks s.v (gimplify_scan_omp_clauses: "Nor for
     attach_detach for OpenMP").  The attach finds no pointer on the device, and
     does nothing.  GCC 12 and 13.

   - s.v is in the list, or among what "exit data" releases, with no bytes.  It
     is on the device only if another member lies after it.  GCC 14, outside
     "target".

   - The attach comes before the members that have its pointer.  GCC 12 and 13.

   - It is an "attach_detach", which libgomp does not know: the member was
     reached through an expression that was not seen to be the same.  GCC 12 and
     13.

   - The region's pointer to the structure gets the address of the member before
     it in the list, or of a section that is attached, as in map (p[:1], p->v[:n])
     (on the host, too), or none since it is looked up before the structure is
     mapped.  GCC 12 and 13.

   - The members of a dummy argument (Fortran) are in the wrong order, and a
     structure has several lists, for the same reason.  GCC 12 and 13.

   - A member that is reached by an element of an array, as o%in(2)%n, is mapped
     beside the list.  GCC 12.

   - In regions of OpenACC the pointer to the structure is firstprivate, or is
     forgotten, if it is g++'s "this".  GCC 12 and 13.

   - "enter data" of OpenACC sets a pointer in a structure that a later clause maps:
     "outer struct not mapped for attach".  GCC 12 to 16.

   This pass adds the member, gives it its size, puts the list where it belongs
   and sorts it.  It knows two expressions for the same if they are computed in
   the same way from the same variables: nothing that can change these stands
   between the clauses of one directive.  GCC 11 is right in what it accepts.

   What remains is an error: a pointer at a place that is not constant, and a
   section of a reference to a pointer.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"
#include "struct-members.h"

static accelfix_counter n_members ("pointers in structures mapped");
static accelfix_counter n_pointers ("pointers to structures corrected");
static accelfix_counter n_sorted ("lists of members put in order");

/* Whether clause C comes after FROM in its list.  */

static bool
after_p (tree c, tree from)
{
  while (from && from != c)
    from = OMP_CLAUSE_CHAIN (from);
  return from != NULL_TREE;
}

/* Says that the pointer REF, which clause C attaches, is not on the device.  */

static void
refuse_pointer (tree c, tree ref)
{
  if (host_indirect_p (ref))
    error_at (OMP_CLAUSE_LOCATION (c),
	      "the section is one of a reference to a pointer that other members "
	      "of the structure are mapped with: map a section of a pointer "
	      "variable in its place");
  else
    error_at (OMP_CLAUSE_LOCATION (c),
	      "the pointer of this section is not mapped with the other members "
	      "of its structure: map the whole structure");
}

/* A clause that maps the pointer which C attaches, but not its section.  */

static tree
pointer_clause (tree c, bool leaving)
{
  return host_new_map (OMP_CLAUSE_LOCATION (c),
		       leaving ? GOMP_MAP_RELEASE : GOMP_MAP_ALLOC,
		       unshare_expr (OMP_CLAUSE_DECL (c)),
		       TYPE_SIZE_UNIT (ptr_type_node));
}

/* Repairs what TARGET has for the pointer of clause C, an attach whose section
   is the clause at *SECTION.  LEAVING if it is "exit data".  */

static void
repair_attach (gomp_target *target, tree c, tree *section, bool leaving)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  tree ref = OMP_CLAUSE_DECL (c);
  struct_members m;
  if (host_indirect_p (ref)
      && TREE_CODE (host_definition (TREE_OPERAND (ref, 0))) == COMPONENT_REF)
    {
      /* A reference to a pointer.  */
      place p = host_place (host_definition (TREE_OPERAND (ref, 0)));
      if (m.find (clauses, p.base, leaving) && !m.covering (p.offset))
	refuse_pointer (c, ref);
      return;
    }
  if (TREE_CODE (ref) != COMPONENT_REF)
    return;
  place p = host_place (ref);
  if (!m.find (clauses, p.base, leaving))
    return;
  if (p.offset < 0)
    {
      refuse_pointer (c, ref);
      return;
    }

  bool changed = false;
  tree member = m.covering (p.offset);
  if (!member)
    {
      m.add (pointer_clause (c, leaving));
      if (m.sort () && m.head)
	m.link ();
      changed = true;
    }
  else if (integer_zerop (OMP_CLAUSE_SIZE (member)))
    {
      OMP_CLAUSE_SIZE (member) = TYPE_SIZE_UNIT (ptr_type_node);
      changed = true;
    }
  if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH_DETACH)
    {
      OMP_CLAUSE_SET_MAP_KIND (c, leaving ? GOMP_MAP_DETACH : GOMP_MAP_ATTACH);
      changed = true;
    }
  if (m.head && after_p (*m.head, c))
    {
      m.move_before (section);
      changed = true;
    }
  if (!changed)
    return;
  n_members.value++;
  host_repaired (gimple_location (target),
		 "%T is mapped with the other members", ref);
}

/* Makes one list of the lists that TARGET may have for one structure.  */

static void
merge_members (gomp_target *target)
{
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p;
       p = &OMP_CLAUSE_CHAIN (*p))
    {
      tree entry = *p;
      if (!host_struct_p (entry))
	continue;
      for (tree *q = &OMP_CLAUSE_CHAIN (entry); *q; )
	{
	  struct_members all, more;
	  if (!host_struct_p (*q)
	      || !host_same_p (OMP_CLAUSE_DECL (*q), OMP_CLAUSE_DECL (entry))
	      || !all.find (p, OMP_CLAUSE_DECL (entry), false)
	      || !more.find (q, OMP_CLAUSE_DECL (*q), false))
	    {
	      q = &OMP_CLAUSE_CHAIN (*q);
	      continue;
	    }
	  *q = OMP_CLAUSE_CHAIN (*q);
	  OMP_CLAUSE_SIZE (entry)
	    = size_int (all.list.length () + more.list.length ());
	  all.list.safe_splice (more.list);
	  all.sort ();
	  all.link ();
	  n_sorted.value++;
	}
    }
}

/* Whether clause C, one of no list, maps a member at a known place of BASE, and
   nothing after it depends on where it stands.  */

static bool
stray_member_p (tree c, tree base)
{
  if (host_no_entry_p (c) || !handled_component_p (OMP_CLAUSE_DECL (c)))
    return false;
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_ALLOC: case GOMP_MAP_TO: case GOMP_MAP_FROM:
    case GOMP_MAP_TOFROM:
    case GOMP_MAP_ALWAYS_TO: case GOMP_MAP_ALWAYS_FROM:
    case GOMP_MAP_ALWAYS_TOFROM:
      break;
    default:
      return false;
    }
  place p = host_place (OMP_CLAUSE_DECL (c));
  tree next = OMP_CLAUSE_CHAIN (c);
  return (p.offset >= 0 && host_same_p (p.base, base)
	  && (!next || OMP_CLAUSE_CODE (next) != OMP_CLAUSE_MAP
	      || (!host_base_pointer_p (next) && !host_attach_p (next)
		  && OMP_CLAUSE_MAP_KIND (next) != GOMP_MAP_POINTER
		  && OMP_CLAUSE_MAP_KIND (next) != GOMP_MAP_ALWAYS_POINTER)));
}

/* Puts members that TARGET maps by themselves, as o%in(2)%n beside o%k, into the
   list of their structure: it is on the device in one piece.  */

static void
gather_members (gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  auto_vec<tree, 8> entries;
  for (tree c = *clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if (host_struct_p (c))
      entries.safe_push (c);
  for (tree entry : entries)
    for (tree *p = clauses; *p; )
      {
	tree c = *p;
	struct_members m;
	if (!stray_member_p (c, OMP_CLAUSE_DECL (entry))
	    || !m.find (clauses, OMP_CLAUSE_DECL (entry), false)
	    || m.list.contains (c))
	  {
	    p = &OMP_CLAUSE_CHAIN (c);
	    continue;
	  }
	*p = OMP_CLAUSE_CHAIN (c);
	/* The entry may have hung on it.  */
	m.find (clauses, OMP_CLAUSE_DECL (entry), false);
	m.add (c);
	m.sort ();
	m.link ();
	n_sorted.value++;
      }
}

/* Sorts the members of each structure that TARGET maps.  */

static void
sort_members (gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    {
      struct_members m;
      if (!host_struct_p (*p) || !m.find (p, OMP_CLAUSE_DECL (*p), false)
	  || !m.sort ())
	continue;
      m.link ();
      n_sorted.value++;
      host_repaired (gimple_location (target),
		     "the mapped members of %T are put in order", m.base);
    }
}

/* Puts the clause for the pointer to the structure of M, whose clauses are
   CLAUSES, directly after the entry, as its address is that of the structure.
   It is found after a member, or after a clause that looks for the structure
   before it is mapped, and maps nothing.  Returns whether it was moved.  */

static bool
move_base_pointer (struct_members *m, tree *clauses)
{
  if (!host_indirect_p (m->base))
    return false;
  tree pointer = host_definition (TREE_OPERAND (m->base, 0));
  tree bias = size_zero_node;
  gassign *def = host_assignment (pointer);
  if (def && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
      && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST)
    {
      pointer = gimple_assign_rhs1 (def);
      bias = gimple_assign_rhs2 (def);
    }

  tree entry = *m->head;
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    {
      tree before = *p, c = OMP_CLAUSE_CHAIN (before);
      if (before == entry || !c || !host_base_pointer_p (c)
	  || host_no_entry_p (before)
	  || !host_same_p (OMP_CLAUSE_DECL (c), pointer))
	continue;
      bool member = m->list.contains (before);
      bool nothing = (OMP_CLAUSE_MAP_KIND (before) == GOMP_MAP_ALLOC
		      && integer_zerop (OMP_CLAUSE_SIZE (before)));
      if (!member && !nothing)
	continue;
      if (nothing)
	*p = OMP_CLAUSE_CHAIN (c);
      else
	OMP_CLAUSE_CHAIN (before) = OMP_CLAUSE_CHAIN (c);
      OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (entry);
      OMP_CLAUSE_CHAIN (entry) = c;
      OMP_CLAUSE_SIZE (c) = fold_convert (sizetype, bias);
      return true;
    }
  return false;
}

/* Repairs where TARGET's clauses for pointers to structures are.  */

static void
move_base_pointers (gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  auto_vec<tree, 8> entries;
  for (tree c = *clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if (host_struct_p (c))
      entries.safe_push (c);
  for (tree c : entries)
    {
      struct_members m;
      if (!m.find (clauses, OMP_CLAUSE_DECL (c), false)
	  || !move_base_pointer (&m, clauses))
	continue;
      n_pointers.value++;
      host_repaired (gimple_location (target),
		     "the pointer to %T has the address of all of it", m.base);
    }
}

/* In CLAUSES, puts a clause for the region's own pointer that comes after an
   "attach" before the section of it: the pointer gets the address of what the
   clause directly before it maps, which GCC believes to be the structure.
   Returns whether it moved any.  */

static bool
move_before_attaches (tree *clauses)
{
  bool moved = false;
  for (tree *p = clauses; *p; )
    {
      tree section = *p;
      tree attach = OMP_CLAUSE_CHAIN (section);
      tree c = attach ? OMP_CLAUSE_CHAIN (attach) : NULL_TREE;
      if (!c || p == clauses || !host_attach_p (attach) || host_no_entry_p (section)
	  || !host_base_pointer_p (c))
	{
	  p = &OMP_CLAUSE_CHAIN (section);
	  continue;
	}
      OMP_CLAUSE_CHAIN (attach) = OMP_CLAUSE_CHAIN (c);
      OMP_CLAUSE_CHAIN (c) = section;
      *p = c;
      moved = true;
      /* There may be another attach before it.  */
      p = clauses;
    }
  return moved;
}

/* In "enter data" of OpenACC, whose clauses libgomp takes one by one, puts what maps a
   whole structure before the section whose pointer in it TARGET attaches.  */

static void
structures_first (gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    {
      tree c = OMP_CLAUSE_CHAIN (*p);
      if (!c || !host_attach_p (c) || TREE_CODE (OMP_CLAUSE_DECL (c)) != COMPONENT_REF)
	continue;
      tree base = host_place (OMP_CLAUSE_DECL (c)).base;
      for (tree *q = &OMP_CLAUSE_CHAIN (c); *q; q = &OMP_CLAUSE_CHAIN (*q))
	if (!host_no_entry_p (*q) && host_same_p (OMP_CLAUSE_DECL (*q), base))
	  {
	    tree whole = *q;
	    *q = OMP_CLAUSE_CHAIN (whole);
	    OMP_CLAUSE_CHAIN (whole) = *p;
	    *p = whole;
	    n_sorted.value++;
	    host_repaired (gimple_location (target), "the structure is mapped before "
			   "its pointers are set");
	    break;
	  }
    }
}

/* Whether C gives the construct a copy of a variable that no clause names: in a kernels
   construct that is a map of this kind.  */

static bool
own_copy_p (tree c)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_FIRSTPRIVATE
	  || (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	      && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_TOFROM));
}

/* In regions of OpenACC g++ makes a "this" firstprivate whose members are mapped,
   as if it were any pointer, or forgets it.  Has TARGET set each such pointer to
   where the structure is on the device.  */

static void
add_base_pointers (gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  for (tree entry = *clauses; entry; entry = OMP_CLAUSE_CHAIN (entry))
    {
      if (!host_struct_p (entry) || !host_indirect_p (OMP_CLAUSE_DECL (entry)))
	continue;
      tree pointer = host_definition (TREE_OPERAND (OMP_CLAUSE_DECL (entry), 0));
      if (!DECL_P (pointer))
	continue;
      bool there = false;
      for (tree *p = clauses; *p; )
	{
	  tree c = *p;
	  if (own_copy_p (c) && OMP_CLAUSE_DECL (c) == pointer)
	    {
	      *p = OMP_CLAUSE_CHAIN (c);
	      continue;
	    }
	  there |= host_base_pointer_p (c) && OMP_CLAUSE_DECL (c) == pointer;
	  p = &OMP_CLAUSE_CHAIN (c);
	}
      if (there)
	continue;
      tree c = host_new_map (OMP_CLAUSE_LOCATION (entry),
			     GOMP_MAP_FIRSTPRIVATE_POINTER, pointer,
			     size_zero_node);
      OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (entry);
      OMP_CLAUSE_CHAIN (entry) = c;
      n_pointers.value++;
      host_repaired (gimple_location (target),
		     "%T points to the structure on the device", pointer);
    }
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || seen_error ())
    return false;
  merge_members (target);
  gather_members (target);
  sort_members (target);
  if (is_gimple_omp_oacc (target))
    {
      /* Elsewhere OpenACC asks that the program map the pointer.  */
      if (gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_OACC_ENTER_DATA)
	structures_first (target);
      if (!is_gimple_omp_offloaded (target))
	return false;
      add_base_pointers (target);
    }
  if (move_before_attaches (gimple_omp_target_clauses_ptr (target)))
    {
      n_pointers.value++;
      host_repaired (gimple_location (target),
		     "pointers to structures are set before what is "
		     "attached");
    }

  /* The section's clause is the one before.  Repairing may put others before
     both.  */
  bool leaving
    = gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_EXIT_DATA;
  auto_vec<tree, 16> attaches;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (host_attach_p (c))
      attaches.safe_push (c);
  for (tree c : attaches)
    {
      tree *section = gimple_omp_target_clauses_ptr (target);
      while (*section != c && OMP_CLAUSE_CHAIN (*section) != c)
	section = &OMP_CLAUSE_CHAIN (*section);
      repair_attach (target, c, section, leaving);
    }
  move_base_pointers (target);
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
  host_forget_places ();
}

opt_pass *
make_accelfix_map_struct (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-struct", ctxt, visit_function,
			   [] { return accelfix_args.map_struct != 0; });
}
