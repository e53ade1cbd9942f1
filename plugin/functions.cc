/* What is known of each function of the unit.
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
