/* What is known of each function of the unit.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "cgraph.h"
#include "functions.h"

/* GCC compiles one function after another, callees mostly first, and forgets
   each at its end.  Passes for one function need to know things of others:
   what they take of the stack, whether all lanes have to reach them together,
   whether a SIMT region calls them.  All that is kept here, and nowhere else.  */

/* By DECL_UID: decls themselves would be looked for by address, and so in an
   order that changes from run to run.  */
typedef int_hash<unsigned, UINT_MAX, UINT_MAX - 1> uid_hash;
static hash_map<uid_hash, function_facts *> *by_uid;

/* In the order in which they were asked for.  */
static vec<function_facts *> all;

/* See functions.h.  */

bool
function_body_p (cgraph_node *node)
{
  return node->analyzed && node->has_gimple_body_p ();
}

/* See functions.h.  */

function_facts *
facts_of (tree decl)
{
  if (cgraph_node *node = cgraph_node::get (decl))
    decl = node->ultimate_alias_target ()->decl;
  if (!by_uid)
    by_uid = new hash_map<uid_hash, function_facts *>;
  bool there;
  function_facts *&facts = by_uid->get_or_insert (DECL_UID (decl), &there);
  if (!there)
    {
      facts = new function_facts ();
      facts->decl = decl;
      accelfix_keep (decl);
      all.safe_push (facts);
    }
  return facts;
}

/* See functions.h.  */

const vec<function_facts *> &
all_functions (void)
{
  return all;
}

/* See functions.h.  The attribute's value is a list of the dimensions, of which a
   routine may not divide loops among those with a TREE_PURPOSE of zero
   (oacc_build_routine_dims).  */

int
accelfix_routine_level (tree attribute)
{
  int dim = 0;
  for (tree d = TREE_VALUE (attribute); d; d = TREE_CHAIN (d), dim++)
    if (!TREE_PURPOSE (d))
      return -1;
    else if (!integer_zerop (TREE_PURPOSE (d)))
      break;
  return dim;
}
