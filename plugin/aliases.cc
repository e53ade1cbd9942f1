/* Accelfix: names of functions that are another's.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* g++ makes one function of the two constructors of a class that are the same
   (maybe_clone_body in cp/optimize.cc): _ZN1VC1Ev is an alias of _ZN1VC2Ev.  Where
   nothing is inlined, at -O0 above all, code for the device calls the alias.  nvptx
   has none, from GCC 13 on unless -malias is given: GCC 12 and later stop with "alias
   definitions not supported in this configuration", GCC 11 calls a function that is
   not there.  g++ 16 does not make them for the device, but the attribute "alias" does.

   This pass has whatever names an alias name its function, and drops the alias.  In
   the unit of a device there is nobody else who could.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "functions.h"

static accelfix_counter n_aliases ("aliases of functions resolved");

namespace {

/* The functions, by the declarations of their aliases.  */
typedef hash_map <tree, tree> functions;

/* A callback of walk_tree: names functions in place of aliases; DATA has both.  */

tree
exchange_op (tree *tp, int *walk_subtrees, void *data)
{
  functions *of = (functions *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (tree *function = of->get (*tp))
    *tp = *function;
  else if (TREE_CODE (*tp) == ADDR_EXPR)
    if (tree *function = of->get (TREE_OPERAND (*tp, 0)))
      {
	/* It may be shared.  */
	*tp = build1 (ADDR_EXPR, TREE_TYPE (*tp), *function);
	TREE_CONSTANT (*tp) = 1;
	*walk_subtrees = 0;
      }
  return NULL_TREE;
}

/* The same for walk_gimple_op.  */

tree
exchange_gimple_op (tree *tp, int *walk_subtrees, void *data)
{
  return exchange_op (tp, walk_subtrees, ((walk_stmt_info *) data)->info);
}

/* Has the statements of FN name the functions OF.  */

void
exchange_in (function *fn, functions *of)
{
  basic_block bb;
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = of;
  if (!fn || !fn->cfg)
    return;
  FOR_EACH_BB_FN (bb, fn)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  walk_tree (gimple_phi_arg_def_ptr (i.phi (), k), exchange_op, of, NULL);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	walk_gimple_op (gsi_stmt (i), exchange_gimple_op, &wi);
    }
}

/* Has the call graph's edges and references to ALIAS lead to FUNCTION.  */

void
redirect (cgraph_node *alias, cgraph_node *function)
{
  cgraph_edge *next;
  ipa_ref *ref;
  for (cgraph_edge *e = alias->callers; e; e = next)
    {
      next = e->next_caller;
      gcall *call = e->call_stmt;
      e->redirect_callee (function);
      if (call && gimple_call_fndecl (call) == alias->decl)
	gimple_call_set_fndecl (call, function->decl);
    }
  while (alias->iterate_referring (0, ref))
    {
      /* The place of a new one may be the old one's.  */
      const ipa_ref old = *ref;
      ref->remove_reference ();
      ipa_ref *made = old.referring->create_reference (function, old.use, old.stmt);
      /* Which call by a pointer guesses that it is the function (ipa-devirt.cc).  */
      made->lto_stmt_uid = old.lto_stmt_uid;
      made->speculative = old.speculative;
      made->speculative_id = old.speculative_id;
    }
}

/* The node whose body NODE has or is to have: that of which it is a copy, inlined or
   not.  The call graph may list no more than the copies.  */

cgraph_node *
holder_of (cgraph_node *node)
{
  while (node->clone_of)
    node = node->clone_of;
  return node;
}

/* Has all statements and values of variables name the functions OF.  The
   references of the call graph do not have all of them.  */

void
exchange_names (functions *of)
{
  cgraph_node *node;
  varpool_node *var;
  hash_set<function *> done;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      function *fn = DECL_STRUCT_FUNCTION (holder_of (node)->decl);
      if (fn && !done.add (fn))
	exchange_in (fn, of);
    }
  FOR_EACH_VARIABLE (var)
    if (var->definition && !var->alias)
      {
	var->get_constructor ();
	walk_tree (&DECL_INITIAL (var->decl), exchange_op, of, NULL);
      }
}

void
resolve_aliases (function *)
{
  cgraph_node *node;
  auto_vec <cgraph_node *> aliases;
  functions of;
  FOR_EACH_FUNCTION (node)
    if (node->alias && !node->weakref && !node->inlined_to)
      {
	cgraph_node *function = node->ultimate_alias_target ();
	if (function == node || !function->definition || !function->analyzed)
	  continue;
	aliases.safe_push (node);
	of.put (node->decl, function->decl);
      }
  if (aliases.is_empty ())
    return;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (function_body_p (node))
      holder_of (node)->get_untransformed_body ();
  for (cgraph_node *alias : aliases)
    redirect (alias, alias->ultimate_alias_target ());
  exchange_names (&of);
  for (cgraph_node *alias : aliases)
    {
      alias->remove ();
      n_aliases.value++;
    }
}

} // anon namespace

opt_pass *
make_accelfix_aliases (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-aliases", ctxt, resolve_aliases,
			 [] { return accelfix_args.aliases != 0; });
}
