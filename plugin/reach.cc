/* What calls of SIMT regions reach, and what it takes of the stack (nvptx).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "functions.h"
#include "simd.h"

/* GIMPLE passes and RTL passes tell this file about the function that they have
   at hand; of one that has not been compiled yet its body is read, or the worst
   is assumed.  functions.cc keeps what is known.  */

/* How many functions have been compiled.  */
static unsigned n_compiled;

/* Whether OpenMP outlined the function of NODE: GCC marks these for the passes
   that look for loops to parallelise.  Other functions that the compiler made,
   such as an implicit operator=, are like a user's.  */

static bool
outlined_p (cgraph_node *node)
{
  return (node->parallelized_function
	  || lookup_attribute ("omp target entrypoint",
			       DECL_ATTRIBUTES (node->decl)));
}

/* Whether the functions with their address taken that a call by a pointer may
   reach include that of NODE.  */

static bool
pointed_to_p (cgraph_node *node)
{
  return node->address_taken && !node->inlined_to && !outlined_p (node);
}

/* ---- The stack.  */

/* See functions.h.  */

unsigned HOST_WIDE_INT
unknown_cost (bool variable_size)
{
  if (accelfix_args.simt_stack >= 0)
    return accelfix_args.simt_stack;
  return variable_size ? 1024 : 256;
}

/* The SYMBOL_REF that the insn CALL calls, or null.  */

static rtx
called_symbol (rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);
  rtx addr = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  return addr && GET_CODE (addr) == SYMBOL_REF ? addr : NULL_RTX;
}

/* See functions.h.  */

tree
called_function (rtx_insn *insn)
{
  rtx symbol = called_symbol (insn);
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
  return decl && TREE_CODE (decl) == FUNCTION_DECL ? decl : NULL_TREE;
}

/* See functions.h.  */

unsigned HOST_WIDE_INT
call_cost (rtx_insn *insn, const char **name)
{
  *name = NULL;
  rtx symbol = called_symbol (insn);
  if (!symbol)
    return unknown_cost ();
  *name = XSTR (symbol, 0) + (*XSTR (symbol, 0) == '*');
  if (tree decl = called_function (insn))
    {
      function_facts *facts = facts_of (decl);
      if (facts->compiled)
	return facts->stack;
    }
  struct library_frame frame;
  if (find_library_frame (*name, &frame))
    return frame.bytes + (frame.unknown ? unknown_cost () : 0);
  return unknown_cost ();
}

/* Whether the function DECL, printed as NAME, or what it calls may have a frame.
   DECL may be null.  What the compiler knows by itself, and no library has, is
   code in line or the driver's.  */

static bool
has_frame_p (const char *name, tree decl)
{
  if (decl && facts_of (decl)->compiled)
    return facts_of (decl)->has_frame;
  struct library_frame frame;
  if (find_library_frame (name, &frame))
    return frame.bytes || frame.unknown;
  return decl && !fndecl_built_in_p (decl);
}

/* See functions.h.  */

void
note_compiled (unsigned HOST_WIDE_INT own)
{
  function_facts *facts = facts_of (cfun->decl);
  hash_set<function_facts *> seen;
  unsigned HOST_WIDE_INT worst = 0;
  facts->callees.truncate (0);
  facts->calls_pointers = facts->calls_frames = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn))
      {
	const char *name;
	worst = MAX (worst, call_cost (insn, &name));
	tree decl = called_function (insn);
	facts->calls_frames |= !name || has_frame_p (name, decl);
	if (!name)
	  facts->calls_pointers = true;
	else if (decl && !seen.add (facts_of (decl)))
	  facts->callees.safe_push (facts_of (decl));
      }
  facts->takes_alloca = cfun->calls_alloca;
  facts->has_frame = own || facts->takes_alloca || facts->calls_frames;
  facts->stack = own + worst;
  facts->compiled = facts->read = true;
  n_compiled++;
}

/* ---- What calls reach.  */

/* See functions.h.  */

bool
alloca_call_p (gimple *stmt)
{
  return (gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA_WITH_ALIGN)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX));
}

/* Whether CALL does not become a call of a function: internal functions, and
   what goes with memory of variable size.  */

static bool
no_call_p (gcall *call)
{
  return (gimple_call_internal_p (call) || alloca_call_p (call)
	  || gimple_call_builtin_p (call, BUILT_IN_STACK_SAVE)
	  || gimple_call_builtin_p (call, BUILT_IN_STACK_RESTORE));
}

/* The name of DECL as it is printed.  */

static const char *
printed_name (tree decl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  return name + (*name == '*');
}

/* See functions.h.  */

bool
callee_has_frame_p (gcall *call)
{
  if (no_call_p (call))
    return false;
  tree decl = gimple_call_fndecl (call);
  if (!decl)
    return true;
  return has_frame_p (printed_name (decl), decl);
}

/* The body of NODE's function, which has not been compiled, or null if there is
   none to be read.  */

static function *
body_of (cgraph_node *node)
{
  node = node->function_symbol ();
  if (!function_body_p (node))
    return NULL;
  node->get_untransformed_body ();
  function *fun = DECL_STRUCT_FUNCTION (node->decl);
  return fun && fun->cfg ? fun : NULL;
}

/* Adds what NODE has, with all that is to be inlined into it, to FACTS.  The
   statements of a body that waits for that name functions in whose place the
   call graph has clones.  SEEN has the callees.  Returns false if something
   cannot be read.  */

static bool
read_node (cgraph_node *node, function_facts *facts,
	   hash_set<function_facts *> *seen)
{
  function *fun = body_of (node);
  if (!fun)
    return false;
  for_each_stmt (fun, [facts] (gimple_stmt_iterator &gsi)
    {
      facts->takes_alloca |= alloca_call_p (gsi_stmt (gsi));
    });
  facts->calls_pointers |= node->indirect_calls != NULL;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (!e->inline_failed)
      {
	if (!read_node (e->callee, facts, seen))
	  return false;
      }
    else if (!e->call_stmt || !no_call_p (e->call_stmt))
      {
	function_facts *callee = facts_of (e->callee->decl);
	if (!seen->add (callee))
	  facts->callees.safe_push (callee);
      }
  return true;
}

/* Reads the body of FACTS' function, which has not been compiled.  One without a
   body is a library's: the unit is all of the program's code for the device.
   None of the compiler's that a region may call has memory of variable
   size.  */

static void
read_body (function_facts *facts)
{
  hash_set<function_facts *> seen;
  cgraph_node *node = cgraph_node::get (facts->decl);
  if (!node || !read_node (node->function_symbol (), facts, &seen))
    {
      facts->takes_alloca = facts->calls_pointers = false;
      facts->callees.truncate (0);
    }
  facts->read = true;
}

/* What all functions that a call by a pointer may reach have, as of one that
   calls them.  Of what handles exceptions GCC takes the address, but code does
   not.  */

static function_facts *
pointed_to (void)
{
  static function_facts *all;
  if (all)
    return all;
  all = new function_facts ();
  all->read = true;
  hash_set<tree> personalities;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (tree decl = DECL_FUNCTION_PERSONALITY (node->decl))
      personalities.add (decl);
  FOR_EACH_FUNCTION (node)
    if (pointed_to_p (node) && !personalities.contains (node->decl))
      all->callees.safe_push (facts_of (node->decl));
  return all;
}

/* See functions.h.  GCC declares what it calls itself as __builtin_GOMP_...  */

bool
libgomp_p (tree decl)
{
  const char *name = printed_name (decl);
  return startswith (name, "GOMP_") || startswith (name, "GOACC_");
}

/* Whether FACTS' function has memory of variable size, and calls something that
   may have a frame.  */

static bool
uneven_p (function_facts *facts)
{
  if (!facts->takes_alloca || facts->compiled)
    return facts->takes_alloca && facts->calls_frames;
  if (facts->calls_pointers)
    return true;
  for (function_facts *callee : facts->callees)
    if (has_frame_p (printed_name (callee->decl), callee->decl))
      return true;
  return false;
}

/* Why FACTS' function itself is not for the lanes of a warp, or null.  */

static const char *
own_obstacle (function_facts *facts)
{
  if (facts->decl && libgomp_p (facts->decl))
    return "a function that it calls calls libgomp, which synchronises threads";
  if (!facts->read)
    read_body (facts);
  return (uneven_p (facts)
	  ? "a function that it calls has an array of variable size" : NULL);
}

/* Why FIRST's function is not, for what it reaches, or null.  The search is over
   when something is found; else all that it has visited reaches nothing.  What a
   function has that was compiled is so for ever.  */

static const char *
find_obstacle (function_facts *first)
{
  const unsigned always = UINT_MAX;
  auto_vec<function_facts *> work, visited;
  hash_set<function_facts *> seen;
  work.safe_push (first);
  while (!work.is_empty ())
    {
      function_facts *facts = work.pop ();
      if (facts->fine || seen.add (facts))
	continue;
      visited.safe_push (facts);
      if (!facts->obstacle
	  || (facts->obstacle_at != always && facts->obstacle_at != n_compiled))
	{
	  facts->obstacle = own_obstacle (facts);
	  facts->obstacle_at = facts->compiled ? always : n_compiled;
	  if (facts->obstacle && dump_file)
	    fprintf (dump_file, "%s: %s\n", printed_name (facts->decl),
		     facts->obstacle);
	}
      if (facts->obstacle)
	{
	  first->obstacle = facts->obstacle;
	  first->obstacle_at = facts->obstacle_at;
	  return first->obstacle;
	}
      work.safe_splice (facts->callees);
      if (facts->calls_pointers)
	work.safe_push (pointed_to ());
    }
  for (function_facts *facts : visited)
    facts->fine = true;
  return NULL;
}

/* See functions.h.  */

const char *
call_obstacle (gcall *call)
{
  if (no_call_p (call))
    return NULL;
  tree decl = gimple_call_fndecl (call);
  return find_obstacle (decl ? facts_of (decl) : pointed_to ());
}

/* ---- What SIMT regions reach.  */

/* See functions.h.  */

void
note_region_call (gimple *stmt)
{
  gcall *call = dyn_cast<gcall *> (stmt);
  if (tree decl = call ? gimple_call_fndecl (call) : NULL_TREE)
    facts_of (decl)->in_region = true;
}

/* Callback of call_for_symbol_thunks_and_aliases: adds the calls of NODE to
   DATA, a vector.  */

static bool
add_calls (cgraph_node *node, void *data)
{
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    ((vec<cgraph_edge *> *) data)->safe_push (e);
  return false;
}

/* Whether the call that E stands for may be in a SIMT region.  Of a function
   whose loops have been seen that is noted for the callee.  */

static bool
in_region_p (cgraph_edge *e)
{
  function_facts *facts = facts_of (e->caller->decl);
  if (facts->lowered)
    return false;
  if (!facts->region_calls)
    {
      function *fun = body_of (e->caller);
      if (!fun)
	return true;
      facts->region_calls = new hash_set<gimple *>;
      simd_find_calls (fun, facts->region_calls);
    }
  return !e->call_stmt || facts->region_calls->contains (e->call_stmt);
}

/* Whether NODE is reached from a region.  */

static bool
reached_p (cgraph_node *node)
{
  hash_set<cgraph_node *> seen;
  auto_vec<cgraph_node *> work;
  auto_vec<function_facts *> visited;
  work.safe_push (node);
  while (!work.is_empty ())
    {
      node = work.pop ();
      if (seen.add (node))
	continue;
      if (!node->inlined_to)
	{
	  function_facts *facts = facts_of (node->decl);
	  if (facts->unreached)
	    continue;
	  if (facts->in_region)
	    return true;
	  visited.safe_push (facts);
	}
      if (pointed_to_p (node))
	return true;
      auto_vec<cgraph_edge *> calls;
      node->call_for_symbol_thunks_and_aliases (add_calls, &calls, true);
      for (cgraph_edge *e : calls)
	{
	  if (in_region_p (e))
	    return true;
	  work.safe_push (e->caller);
	}
    }
  for (function_facts *facts : visited)
    facts->unreached = true;
  return false;
}

/* See functions.h.  */

bool
may_be_nested_p (cgraph_node *node)
{
  return !outlined_p (node) && reached_p (node);
}
