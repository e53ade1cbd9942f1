/* The host's stdout and stderr in offloaded code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The host's C library has variables stdout and stderr, the device's has not, and the
   program cannot be linked: "unresolved symbol stderr".  It need not name them: with
   optimisation putchar and vprintf are inline functions of glibc's headers, which
   use stdout.  On the devices there is one stream, to which printf and putchar write, and
   libgomp's plugin or the driver brings it to the host's standard output.

   Calls that write to either stream call printf, vprintf or putchar, and need no stream;
   the plugin for the host (host/stream-vars.cc) has them see the variables, and not pointers
   that a region was handed.  What is no text for printf, as a null character in fwrite,
   stays as it was.  GCC 11 to 16.  */

#include "gcc-compat.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "cgraph.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_calls ("writes to stdout and stderr");

/* Whether X is the variable stdout or stderr of the host's library.  */

static bool
stream_var_p (tree x)
{
  if (!VAR_P (x) || !DECL_EXTERNAL (x) || !TREE_PUBLIC (x)
      || !POINTER_TYPE_P (TREE_TYPE (x)))
    return false;
  const char *name = accelfix_name_of (x);
  return !strcmp (name, "stdout") || !strcmp (name, "stderr");
}

/* How deep definitions of values are followed.  */
enum { DEEPEST = 4 };

/* Calls FN (X) for each value that VALUE may have, through copies, conversions and
   PHIs; false if one of them or its definition is too far away.  */

template <typename F>
static bool
each_value (tree value, F fn, int depth = 0)
{
  if (TREE_CODE (value) != SSA_NAME)
    return fn (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (depth == DEEPEST || SSA_NAME_IS_DEFAULT_DEF (value))
    return false;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!each_value (gimple_phi_arg_def (phi, i), fn, depth + 1))
	  return false;
      return true;
    }
  if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
    return false;
  return each_value (gimple_assign_rhs1 (def), fn, depth + 1);
}

/* Whether VALUE is the host's stdout or stderr.  */

static bool
stream_p (tree value)
{
  return each_value (value, stream_var_p);
}

/* Whether the first LENGTH characters of TEXT are known, and none is null.  */

static bool
text_p (tree text, unsigned HOST_WIDE_INT length)
{
  return each_value (text, [length] (tree x)
    {
      if (TREE_CODE (x) != ADDR_EXPR)
	return false;
      x = TREE_OPERAND (x, 0);
      if (TREE_CODE (x) == ARRAY_REF && integer_zerop (TREE_OPERAND (x, 1)))
	x = TREE_OPERAND (x, 0);
      else if (TREE_CODE (x) == MEM_REF && integer_zerop (TREE_OPERAND (x, 1))
	       && TREE_CODE (TREE_OPERAND (x, 0)) == ADDR_EXPR)
	x = TREE_OPERAND (TREE_OPERAND (x, 0), 0);
      return (TREE_CODE (x) == STRING_CST
	      && (unsigned HOST_WIDE_INT) TREE_STRING_LENGTH (x) >= length
	      && !memchr (TREE_STRING_POINTER (x), 0, length));
    });
}

/* TEXT as an argument.  */

static tree
format (const char *text)
{
  return build_string_literal (strlen (text) + 1, text);
}

enum kind { FPRINTF, VFPRINTF, FPUTC, FPUTS, FWRITE, FFLUSH };

/* A function that writes to a stream, argument STREAM.  */

struct writer
{
  const char *name;
  kind what;
  unsigned n_args, stream;	/* N_ARGS: at least.  */
};

static const writer writers[] =
{
  { "fprintf", FPRINTF, 2, 0 }, { "fprintf_unlocked", FPRINTF, 2, 0 },
  { "vfprintf", VFPRINTF, 3, 0 },
  { "fputc", FPUTC, 2, 1 }, { "putc", FPUTC, 2, 1 }, { "_IO_putc", FPUTC, 2, 1 },
  { "fputc_unlocked", FPUTC, 2, 1 }, { "putc_unlocked", FPUTC, 2, 1 },
  { "fputs", FPUTS, 2, 1 }, { "fputs_unlocked", FPUTS, 2, 1 },
  { "fwrite", FWRITE, 4, 3 }, { "fwrite_unlocked", FWRITE, 4, 3 },
  { "fflush", FFLUSH, 1, 0 }, { "fflush_unlocked", FFLUSH, 1, 0 }
};

static const writer *
called_writer (gimple *stmt)
{
  const writer *w = accelfix_called_of (stmt, writers);
  return w && gimple_call_num_args (stmt) >= w->n_args ? w : NULL;
}

/* The call that does on the device what the one at GSI, of W, does; null if there is none.
   *RESULT: what that one gives, if that is not what the call gives.  */

static gcall *
device_call (gimple_stmt_iterator *gsi, const writer *w, tree *result)
{
  gimple *stmt = gsi_stmt (*gsi);
  auto_vec<tree> args;
  built_in_function usual = BUILT_IN_PRINTF;
  switch (w->what)
    {
    case VFPRINTF:
      usual = BUILT_IN_VPRINTF;
      /* Fall through.  */
    case FPRINTF:
      for (unsigned i = 1; i < gimple_call_num_args (stmt); i++)
	args.safe_push (accelfix_list_argument (gsi, i));
      break;
    case FPUTC:
      usual = BUILT_IN_PUTCHAR;
      args.safe_push (gimple_call_arg (stmt, 0));
      break;
    case FPUTS:
      args.safe_push (format ("%s"));
      args.safe_push (gimple_call_arg (stmt, 0));
      break;
    case FWRITE:
      {
	tree size = gimple_call_arg (stmt, 1), count = gimple_call_arg (stmt, 2);
	if (!tree_fits_uhwi_p (size) || !tree_fits_uhwi_p (count))
	  return NULL;
	unsigned HOST_WIDE_INT length = tree_to_uhwi (size) * tree_to_uhwi (count);
	if (tree_to_uhwi (size) > INT_MAX || tree_to_uhwi (count) > INT_MAX
	    || length > INT_MAX || !text_p (gimple_call_arg (stmt, 0), length))
	  return NULL;
	args.safe_push (format ("%.*s"));
	args.safe_push (build_int_cst (integer_type_node, length));
	args.safe_push (gimple_call_arg (stmt, 0));
	*result = count;
	break;
      }
    case FFLUSH:
      gcc_unreachable ();
    }
  tree fn = builtin_decl_explicit (usual);
  return fn ? gimple_build_call_vec (fn, args) : NULL;
}

/* Removes the definition of VALUE, a stream, and what that uses, as far as nothing else
   uses it: without optimisation nobody else would.  */

static void
remove_unused (tree value)
{
  if (TREE_CODE (value) != SSA_NAME || !has_zero_uses (value)
      || SSA_NAME_IS_DEFAULT_DEF (value))
    return;
  gimple *def = SSA_NAME_DEF_STMT (value);
  gimple_stmt_iterator gsi = gsi_for_stmt (def);
  auto_vec<tree> used;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	used.safe_push (gimple_phi_arg_def (phi, i));
      remove_phi_node (&gsi, true);
    }
  else if (is_gimple_assign (def))
    {
      used.safe_push (gimple_assign_rhs1 (def));
      gsi_remove (&gsi, true);
      release_defs (def);
    }
  for (tree x : used)
    remove_unused (x);
}

/* Changes the call of W at GSI; whether an edge of exceptions went with it.  */

static bool
change_call (gimple_stmt_iterator *gsi, const writer *w)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree stream = gimple_call_arg (stmt, w->stream), lhs = gimple_call_lhs (stmt);
  tree result = w->what == FFLUSH ? integer_zero_node : NULL_TREE;
  /* Nothing may come after it in its block, or take its place there.  */
  if (stmt_ends_bb_p (stmt) && ((lhs && w->what == FWRITE) || w->what == FFLUSH))
    return false;
  gcall *call = w->what == FFLUSH ? NULL : device_call (gsi, w, &result);
  if (!call && w->what != FFLUSH)
    return false;
  bool purged = false;
  if (lhs && result)
    {
      gassign *set
	= gimple_build_assign (lhs, fold_convert (TREE_TYPE (lhs), result));
      gimple_set_location (set, gimple_location (stmt));
      gimple_call_set_lhs (stmt, NULL_TREE);
      gsi_insert_after (gsi, set, GSI_SAME_STMT);
      lhs = NULL_TREE;
    }
  if (call)
    {
      gimple_call_set_lhs (call, lhs);
      gimple_set_location (call, gimple_location (stmt));
      gimple_move_vops (call, stmt);
      purged = (gsi_replace (gsi, call, true)
		&& gimple_purge_dead_eh_edges (gimple_bb (call)));
    }
  else
    {
      unlink_stmt_vdef (stmt);
      gsi_replace (gsi, gimple_build_nop (), false);
    }
  remove_unused (stream);
  n_calls.value++;
  return purged;
}

/* Whether the statements of FUN name a stream.  */

static bool
names_stream_p (function *fun)
{
  bool found = false;
  for_each_stmt (fun, [&found] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      for (unsigned i = 0; i < gimple_num_ops (stmt) && !is_gimple_debug (stmt); i++)
	if (tree op = gimple_op (stmt, i))
	  found |= walk_tree_without_duplicates (&op, [] (tree *t, int *, void *)
	    {
	      return stream_var_p (*t) ? *t : NULL_TREE;
	    }, NULL) != NULL_TREE;
    });
  return found;
}

/* Changes FUN; whether its statements name no stream any more.  */

static bool
change_streams (function *fun)
{
  push_cfun (fun);
  bool purged = false;
  for_each_stmt (fun, [&purged] (gimple_stmt_iterator &gsi)
    {
      const writer *w = called_writer (gsi_stmt (gsi));
      if (w && stream_p (gimple_call_arg (gsi_stmt (gsi), w->stream)))
	purged |= change_call (&gsi, w);
    });
  if (purged)
    cleanup_tree_cfg ();
  bool named = names_stream_p (fun);
  pop_cfun ();
  return !named;
}

/* The pass: changes all functions that use a stream.  A variable that nothing uses any
   more is taken out of the unit, since nvptx declares it otherwise, and the linker
   looks for it.  */

static void
change_unit (function *)
{
  varpool_node *var;
  auto_vec <varpool_node *> unused;
  FOR_EACH_VARIABLE (var)
    if (stream_var_p (var->decl))
      {
	hash_set <cgraph_node *> users;
	bool all = true;
	ipa_ref *ref;
	for (unsigned i = 0; var->iterate_referring (i, ref); i++)
	  if (cgraph_node *node = dyn_cast <cgraph_node *> (ref->referring))
	    users.add (node->inlined_to ? node->inlined_to : node);
	  else
	    all = false;
	for (cgraph_node *node : users)
	  {
	    node->get_body ();
	    function *fun = DECL_STRUCT_FUNCTION (node->decl);
	    all &= fun && gimple_has_body_p (node->decl) && change_streams (fun);
	  }
	if (all)
	  unused.safe_push (var);
      }
  for (varpool_node *var : unused)
    var->remove ();
}

opt_pass *
make_accelfix_streams (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-streams", ctxt, change_unit,
			 [] { return accelfix_args.streams != 0; });
}
