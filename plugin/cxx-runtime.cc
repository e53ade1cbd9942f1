/* What of libstdc++ devices lack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC 11 to 14 has no libstdc++ for nvptx and amdgcn.  What is a template of it works
   there, but for a few functions that it calls: those that new and delete stand for,
   which std::vector needs, and those that throw an exception where an index or a size is
   wrong,

     unresolved symbol _Znwm
     undefined symbol: std::__throw_out_of_range_fmt(char const*, ...)

   Here calls of these become calls of malloc, free and abort, which newlib has, unless
   the program defines them.  Nothing is thrown on a device (nothrow.cc): whatever would
   throw ends the program, when it would make the exception's object, and "new" is a null
   pointer if memory runs out.  The library's exceptions are classes with functions that
   devices lack; those of a class that is derived from one call them.

   GCC 15 and 16 have the library, but the descriptions of its exceptions' types are not
   in it, so that "throw std::runtime_error" is not linked.  It is abort there, too.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "gimple-fold.h"
#include "tree-cfgcleanup.h"

static accelfix_counter n_calls ("calls of libstdc++ made without it");

/* What a function of the C++ library does.  */
enum cxx_function { CXX_OTHER, CXX_NEW, CXX_DELETE, CXX_THROW, CXX_NOTHING };

/* Whether NAME is "_ZSt", the length of a name, and a name that begins with
   "__throw_".  */

static bool
throws_p (const char *name)
{
  if (strncmp (name, "_ZSt", 4) != 0)
    return false;
  const char *at = name + 4;
  while (ISDIGIT (*at))
    at++;
  return at > name + 4 && strncmp (at, "__throw_", 8) == 0;
}

/* See passes.h.  */

const char *
accelfix_name_of (tree decl)
{
  return (DECL_ASSEMBLER_NAME_SET_P (decl)
	  ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)) : "");
}

/* See passes.h.  */

bool
accelfix_library_type_p (tree var)
{
  varpool_node *node = varpool_node::get (var);
  return (!(node && node->definition)
	  && strncmp (accelfix_name_of (var), "_ZTISt", 6) == 0);
}

/* See passes.h.  */

void
accelfix_remove_variables (bool (*wanted) (varpool_node *var))
{
  varpool_node *var, *next;
  for (var = symtab->first_variable (); var; var = next)
    {
      next = symtab->next_variable (var);
      if (wanted (var))
	var->remove ();
    }
}

/* See passes.h.  */

bool
accelfix_exception_p (const char *name)
{
  static const char *const classes[] =
  {
    "exception", "bad_exception", "bad_alloc", "bad_array_new_length", "bad_cast",
    "bad_typeid", "bad_function_call", "logic_error", "domain_error",
    "invalid_argument", "length_error", "out_of_range", "runtime_error", "range_error",
    "overflow_error", "underflow_error"
  };
  if (strncmp (name, "_ZNSt", 5) == 0)
    name += 5;
  else if (strncmp (name, "_ZNKSt", 6) == 0)
    name += 6;
  else
    return false;
  char *end;
  unsigned long length = strtoul (name, &end, 10);
  for (const char *c : classes)
    if (strlen (c) == length && strncmp (end, c, length) == 0)
      return true;
  return false;
}

/* Whether NAME is a destructor of std::exception, which does nothing.  */

static bool
nothing_p (const char *name)
{
  return (strcmp (name, "_ZNSt9exceptionD2Ev") == 0
	  || strcmp (name, "_ZNSt9exceptionD1Ev") == 0);
}

/* What the function called NAME in the assembly is.  Their names are those of the
   C++ ABI (5.1.3), with size_t as "m".  */

static enum cxx_function
classify (const char *name)
{
  static const struct { const char *name; enum cxx_function what; } table[] =
  {
    { "_Znwm", CXX_NEW }, { "_Znam", CXX_NEW },
    { "_ZnwmRKSt9nothrow_t", CXX_NEW }, { "_ZnamRKSt9nothrow_t", CXX_NEW },
    { "_ZdlPv", CXX_DELETE }, { "_ZdaPv", CXX_DELETE },
    { "_ZdlPvm", CXX_DELETE }, { "_ZdaPvm", CXX_DELETE },
    { "_ZdlPvRKSt9nothrow_t", CXX_DELETE },
    { "_ZdaPvRKSt9nothrow_t", CXX_DELETE },
    { "__cxa_throw", CXX_THROW }, { "__cxa_rethrow", CXX_THROW },
    { "__cxa_bad_cast", CXX_THROW }, { "__cxa_bad_typeid", CXX_THROW },
    { "__cxa_throw_bad_array_new_length", CXX_THROW },
    { "_ZSt9terminatev", CXX_THROW },
    { "__cxa_allocate_exception", CXX_THROW }
  };
  for (const auto &row : table)
    if (strcmp (name, row.name) == 0)
      return row.what;
  if (nothing_p (name))
    return CXX_NOTHING;
  return throws_p (name) || accelfix_exception_p (name) ? CXX_THROW : CXX_OTHER;
}

/* Replaces the call at GSI by one of FN with the argument ARG.  */

static void
replace_call (gimple_stmt_iterator *gsi, enum built_in_function fn, tree arg)
{
  gcall *old = as_a <gcall *> (gsi_stmt (*gsi));
  tree decl = builtin_decl_explicit (fn);
  gcall *call = gimple_build_call (decl, 1, arg);
  gimple_set_location (call, gimple_location (old));
  if (fn == BUILT_IN_MALLOC)
    gimple_call_set_lhs (call, gimple_call_lhs (old));
  gimple_move_vops (call, old);
  gsi_replace (gsi, call, true);
  n_calls.value++;
}

/* Whether CALL throws an object of a class of the library whose description is not in this
   program.  */

static bool
throws_undescribed_p (gcall *call)
{
  if (strcmp (accelfix_name_of (gimple_call_fndecl (call)), "__cxa_throw") != 0
      || gimple_call_num_args (call) < 2)
    return false;
  tree type = gimple_call_arg (call, 1);
  return (TREE_CODE (type) == ADDR_EXPR && VAR_P (TREE_OPERAND (type, 0))
	  && accelfix_library_type_p (TREE_OPERAND (type, 0)));
}

/* Puts a call of abort before the statement at GSI, and into ENDS.  */

static void
abort_before (gimple_stmt_iterator *gsi, vec<gimple *> *ends)
{
  gcall *call = gimple_build_call (builtin_decl_explicit (BUILT_IN_ABORT), 0);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  ends->safe_push (call);
  n_calls.value++;
}

/* Replaces the call at GSI if it is one of the library's.  Puts calls of abort into
   ENDS.  */

static void
replace_if_library (gimple_stmt_iterator *gsi, vec<gimple *> *ends)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi));
  tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
  cgraph_node *callee = fn ? cgraph_node::get (fn) : NULL;
  if (!fn || (callee && callee->definition)
      || fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || (!ACCELFIX_LACKS_LIBSTDCXX && !throws_undescribed_p (call)))
    return;
  tree arg = gimple_call_num_args (call) ? gimple_call_arg (call, 0) : NULL_TREE;
  gimple_seq seq = NULL;
  switch (classify (accelfix_name_of (fn)))
    {
    case CXX_NEW:
      /* "new" is never null for no bytes, as malloc may be.  */
      arg = gimple_build (&seq, BIT_IOR_EXPR, size_type_node,
			  gimple_convert (&seq, size_type_node, arg), size_one_node);
      gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
      replace_call (gsi, BUILT_IN_MALLOC, arg);
      break;
    case CXX_NOTHING:
      unlink_stmt_vdef (call);
      gsi_replace (gsi, gimple_build_nop (), true);
      n_calls.value++;
      break;
    case CXX_DELETE:
      replace_call (gsi, BUILT_IN_FREE, arg);
      break;
    case CXX_THROW:
      abort_before (gsi, ends);
      break;
    default:
      break;
    }
}

static unsigned
replace_calls (function *fun)
{
  basic_block bb;
  auto_vec<gimple *> ends;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      replace_if_library (&gsi, &ends);
  /* What is behind them is removed.  */
  for (gimple *call : ends)
    fixup_noreturn_call (call);
  return (TODO_update_ssa_only_virtuals
	  | (ends.is_empty () ? 0 : TODO_cleanup_cfg));
}

/* Whether variable VAR, whose definition is elsewhere, describes a type, or is the
   std::nothrow that "new" was given, and functions alone name it.  */

static bool
thrown_type_p (varpool_node *var)
{
  const char *name = accelfix_name_of (var->decl);
  if (var->definition
      || (strncmp (name, "_ZTI", 4) != 0
	  && !(ACCELFIX_LACKS_LIBSTDCXX && strcmp (name, "_ZSt7nothrow") == 0)))
    return false;
  ipa_ref *ref;
  for (unsigned i = 0; var->iterate_referring (i, ref); i++)
    if (!is_a <cgraph_node *> (ref->referring))
      return false;
  return true;
}

/* These will be named no more, but nvptx would declare them and its linker look for
   them.  */

static void
drop_thrown_types (function *)
{
  accelfix_remove_variables (thrown_type_p);
}

static bool
gate ()
{
  return accelfix_args.cxx_runtime;
}

opt_pass *
make_accelfix_cxx_types (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-cxx-types", ctxt, drop_thrown_types, gate);
}

opt_pass *
make_accelfix_cxx_runtime (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-cxx-runtime", ctxt, replace_calls, gate);
}
