/* C++: tables of virtual functions, and what they point to, on devices.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* host/virtual-tables.cc sends the tables of virtual functions to devices.  Two things
   that are in them do not work there.

   A table has a thunk, a function that adjusts "this" and goes on to another, where a
   class has several bases.  On the host a thunk is a few lines of assembly, and so it is
   handed over to the device's compiler as a thunk.  That one can only print functions.
   It turns thunks into functions while it optimises; without, it makes the function when
   all that is to be printed is settled, and does not print it
   (assemble_thunks_and_aliases in cgraphunit.cc): "undefined symbol: non-virtual thunk
   to C::f(int)".  GCC 11 to 16.

   A table begins with a description of the class, which typeid takes from there, and
   std::function names such descriptions, too.  A description begins with a pointer to an
   object of libstdc++, which devices lack before GCC 15.  It is a null pointer here: it
   is there for dynamic_cast and for handlers of exceptions, which are functions of the
   library as well.  So are those that stand for a function that its class does not
   define, and those of the library's own exceptions; they are abort in a table.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "symbol-summary.h"
#include "symtab-thunks.h"

static accelfix_counter n_thunks ("thunks made functions");

static accelfix_counter n_tables ("tables and types that do without libstdc++");

/* Makes functions of all thunks.  */

static void
expand_thunks (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->thunk && node->definition && node->callees && !node->inlined_to
	&& expand_thunk (node, false, false))
      n_thunks.value++;
}

/* Whether VAR is the description of a type (DECL_TINFO_P in cp/cp-tree.h).  */

static bool
describes_type_p (tree var)
{
  return strncmp (accelfix_name_of (var), "_ZTI", 4) == 0;
}

/* Whether nobody can use VAR, which another unit defines: an object of the library to
   which descriptions of types point, or the description of one of its types, which is not
   in it with GCC 15 and 16 either.  */

static bool
missing_variable_p (tree var)
{
  varpool_node *node = varpool_node::get (var);
  return (accelfix_library_type_p (var)
	  || (ACCELFIX_LACKS_LIBSTDCXX && !(node && node->definition)
	      && (describes_type_p (var)
		  || strncmp (accelfix_name_of (var), "_ZTVN10__cxxabiv1", 17) == 0)));
}

/* Whether function FN, which another unit defines, is one of the library in whose place
   abort does: it stands for one that its class does not define, or belongs to an
   exception.  */

static bool
missing_function_p (tree fn)
{
  cgraph_node *node = cgraph_node::get (fn);
  if (!ACCELFIX_LACKS_LIBSTDCXX || (node && node->definition))
    return false;
  const char *name = accelfix_name_of (fn);
  return (strcmp (name, "__cxa_pure_virtual") == 0
	  || strcmp (name, "__cxa_deleted_virtual") == 0
	  || accelfix_exception_p (name));
}

/* What stands in a table or description in the place of VALUE, one of its pointers.  */

static tree
table_value (tree value)
{
  tree address = value;
  STRIP_NOPS (address);
  if (TREE_CODE (address) == POINTER_PLUS_EXPR)
    address = TREE_OPERAND (address, 0);
  STRIP_NOPS (address);
  if (TREE_CODE (address) != ADDR_EXPR)
    return value;
  tree decl = get_base_address (TREE_OPERAND (address, 0));
  if (decl && VAR_P (decl) && missing_variable_p (decl))
    return build_zero_cst (TREE_TYPE (value));
  if (decl && TREE_CODE (decl) == FUNCTION_DECL && missing_function_p (decl))
    return fold_convert (TREE_TYPE (value),
			 build_fold_addr_expr (builtin_decl_explicit (BUILT_IN_ABORT)));
  return value;
}

/* Changes the pointers in TABLE, a CONSTRUCTOR.  Returns whether there was anything to
   change.  */

static bool
change_table (tree table)
{
  bool any = false;
  for (unsigned i = 0; i < CONSTRUCTOR_NELTS (table); i++)
    {
      tree *value = &CONSTRUCTOR_ELT (table, i)->value;
      if (TREE_CODE (*value) == CONSTRUCTOR)
	any |= change_table (*value);
      else
	{
	  tree changed = table_value (*value);
	  any |= changed != *value;
	  *value = changed;
	}
    }
  return any;
}

/* Changes all tables of virtual functions and descriptions of types.  */

static void
change_tables (void)
{
  varpool_node *var;
  FOR_EACH_VARIABLE (var)
    if (var->definition && !var->alias
	&& (DECL_VIRTUAL_P (var->decl) || describes_type_p (var->decl)))
      {
	tree table = var->get_constructor ();
	if (!table || TREE_CODE (table) != CONSTRUCTOR || !change_table (table))
	  continue;
	var->remove_all_references ();
	record_references_in_initializer (var->decl, false);
	n_tables.value++;
      }
  /* nvptx would declare what nothing names now, and its linker look for it.  */
  accelfix_remove_variables ([] (varpool_node *v)
    {
      ipa_ref *ref;
      return missing_variable_p (v->decl) && !v->iterate_referring (0, ref);
    });
}

static void
prepare_tables (function *)
{
  expand_thunks ();
  change_tables ();
}

opt_pass *
make_accelfix_virtual_tables (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-virtual-tables", ctxt, prepare_tables,
			 [] { return accelfix_args.virtual_tables != 0; });
}
