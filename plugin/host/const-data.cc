/* Constant data of offloaded code goes to the device, too.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A constant array of a function, as "const int t[4] = { 1, 2, 3, 4 }", starts as
   an automatic variable, and gimplification makes it static
   (gimplify_init_constructor).  What the user declares static in offloaded code
   was marked before that, for the device to get a copy; this one is not, and
   the device's compiler says that it "has been referenced in offloaded code but
   hasn't been marked".  It is the same with the parameter arrays of gfortran,
   which no directive may name, and which are public if a module has them.
   GCC 11 to 16.

   This pass looks at what is referenced when everything is lowered and the
   small passes, which make tables of their own, are done: right before what is
   offloaded is written for the devices' compilers.  What a region maps is
   reached by the region's argument there, so each variable that is referenced
   directly must be on the device.  If it is constant data of this unit, the
   device gets a copy.  It needs no entry in the table of variables by which
   libgomp maps the host's address to the device's, since nothing maps it.

   A variable that "declare target link" names in a module of Fortran is not
   marked either.  The C and C++ front ends mark such a variable themselves, in
   its node of the symbol table; gfortran has no node yet when it comes to the
   directive, and for "link" none is marked later (varpool_node::get_create).
   GCC 11 to 14.  This pass does what those do, in each unit that has the
   variable: the one that defines it puts it into the table.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_constants ("constant variables copied to devices");

static accelfix_counter n_links ("variables of declare target link marked");

/* Whether VAR is what a check of -fsanitize=undefined has to say.  The device's plugin
   takes out the check (../host-flags.cc).  */

static bool
check_data_p (varpool_node *var)
{
  return (accelfix_args.host_flags && DECL_ARTIFICIAL (var->decl)
	  && !strncmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (var->decl)),
		       "*.Lubsan_", strlen ("*.Lubsan_")));
}

/* Whether DECL has how often the loops of "ordered (N)" turn, which libgomp reads; it is
   static where that is constant (expand_omp_for_generic).  */

static bool
counts_p (tree decl)
{
  static const char name[] = ".omp_counts";
  return (DECL_ARTIFICIAL (decl) && DECL_NAMELESS (decl) && DECL_NAME (decl)
	  && !strncmp (IDENTIFIER_POINTER (DECL_NAME (decl)), name,
		       sizeof name - 1));
}

/* Whether a copy of VAR is as good as VAR: a constant of this unit.  */

static bool
constant_data_p (varpool_node *var)
{
  tree decl = var->decl;
  return (TREE_STATIC (decl) && (TREE_READONLY (decl) || counts_p (decl))
	  && !TREE_THIS_VOLATILE (decl) && !DECL_EXTERNAL (decl)
	  && !DECL_COMDAT (decl) && !DECL_WEAK (decl)
	  && !DECL_THREAD_LOCAL_P (decl)
	  && !var->alias && DECL_INITIAL (decl)
	  && DECL_INITIAL (decl) != error_mark_node);
}

/* Marks the constant data that NODE refers to, and puts it into WORK.  */

static void
mark_references (symtab_node *node, vec<symtab_node *> *work)
{
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    {
      varpool_node *var = dyn_cast <varpool_node *> (ref->referred);
      if (!var || var->offloadable
	  || !(constant_data_p (var) || check_data_p (var)))
	continue;
      var->offloadable = 1;
      work->safe_push (var);
      if (DECL_IN_CONSTANT_POOL (var->decl) || check_data_p (var))
	continue;
      n_constants.value++;
      if (counts_p (var->decl))
	host_repaired (DECL_SOURCE_LOCATION (var->decl),
		       "%T has numbers of turns: devices get a copy", var->decl,
		       "ordered-counts");
      else
	host_repaired (DECL_SOURCE_LOCATION (var->decl),
		       "%T is constant: devices get a copy", var->decl,
		       "const-array");
    }
}

/* Marks the variables of declare target link that the front end has not.  */

static void
mark_links (void)
{
  varpool_node *var;
  FOR_EACH_VARIABLE (var)
    if (!var->offloadable
	&& lookup_attribute ("omp declare target link",
			     DECL_ATTRIBUTES (var->decl)))
      {
	var->offloadable = 1;
	if (DECL_EXTERNAL (var->decl))
	  continue;
	g->have_offload = true;
	vec_safe_push (offload_vars, var->decl);
	n_links.value++;
	host_repaired (DECL_SOURCE_LOCATION (var->decl),
		       "%T is linked on the device", var->decl, "declare-link");
      }
}

/* The pass: what offloaded functions refer to, and what that refers to.  */

static void
mark_constants (function *)
{
  mark_links ();
  auto_vec<symtab_node *> work;
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable && node->definition)
      work.safe_push (node);
  while (!work.is_empty ())
    mark_references (work.pop (), &work);
}

static bool
wanted_p (void)
{
  return accelfix_args.const_data && ENABLE_OFFLOADING && flag_openmp;
}

opt_pass *
make_accelfix_const_data (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-const-data", ctxt, mark_constants, wanted_p);
}
