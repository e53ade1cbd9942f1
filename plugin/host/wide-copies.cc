/* Accelfix: offloaded functions copy memory without integers that devices lack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With -mavx512f, which -march=native may mean, the host can copy 32 and 64 bytes in one
   instruction.  So GCC 12 makes of memcpy (a, b, 32) a load and a store of an
   integer of 256 bits (gimple_fold_builtin_memory_op), and this goes to the device's
   compiler, which stops: "256-bit integer numbers unsupported (mode OI)".

   This pass, right before the device gets the code, makes such integers arrays of char.
   A constant is stored in integers of 64 bits.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_copies ("copies in integers that devices do not have");

/* Whether devices do not have TYPE.  */

static bool
too_wide_p (tree type)
{
  return TREE_CODE (type) == INTEGER_TYPE && TYPE_PRECISION (type) > 128;
}

/* The array of char that has the bytes of TYPE.  */

static tree
array_of (tree type)
{
  return build_array_type_nelts (char_type_node,
				 tree_to_uhwi (TYPE_SIZE_UNIT (type)));
}

/* REF, which is an integer in memory, as an array of char.  */

static tree
as_array (tree ref)
{
  tree array = build2 (MEM_REF, array_of (TREE_TYPE (ref)), TREE_OPERAND (ref, 0),
		       TREE_OPERAND (ref, 1));
  TREE_THIS_VOLATILE (array) = TREE_THIS_VOLATILE (ref);
  return array;
}

/* Whether T is a name of a type that devices do not have.  */

static bool
wide_name_p (tree t)
{
  return TREE_CODE (t) == SSA_NAME && too_wide_p (TREE_TYPE (t));
}

/* The name of which STMT takes a part, whole bytes, which begins *AT bytes in it; NULL
   if STMT is no such assignment.  */

static tree
part_of (gimple *stmt, HOST_WIDE_INT *at)
{
  if (!is_gimple_assign (stmt) || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    return NULL_TREE;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt)), rhs = gimple_assign_rhs1 (stmt);
  if (!INTEGRAL_TYPE_P (type) || !type_has_mode_precision_p (type))
    return NULL_TREE;
  *at = 0;
  if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
    return (wide_name_p (rhs)
	    && TYPE_PRECISION (type) <= TYPE_PRECISION (TREE_TYPE (rhs)) ? rhs
	    : NULL_TREE);
  if (gimple_assign_rhs_code (stmt) != BIT_FIELD_REF
      || !wide_name_p (TREE_OPERAND (rhs, 0))
      || !operand_equal_p (TREE_OPERAND (rhs, 1), TYPE_SIZE (type)))
    return NULL_TREE;
  HOST_WIDE_INT bit = tree_to_shwi (TREE_OPERAND (rhs, 2));
  *at = bit / BITS_PER_UNIT;
  return bit % BITS_PER_UNIT ? NULL_TREE : TREE_OPERAND (rhs, 0);
}

/* Whether STMT loads a name that devices do not have.  */

static bool
load_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt) && wide_name_p (gimple_assign_lhs (stmt))
	  && TREE_CODE (gimple_assign_rhs1 (stmt)) == MEM_REF);
}

/* Whether STMT stores one.  */

static bool
store_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt) && wide_name_p (gimple_assign_rhs1 (stmt))
	  && TREE_CODE (gimple_assign_lhs (stmt)) == MEM_REF);
}

/* Whether NAME is only loaded, or a part of another, and stored, or taken apart.  */

static bool
copied_p (tree name)
{
  HOST_WIDE_INT at;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!load_p (def) && !part_of (def, &at))
    return false;
  imm_use_iterator i;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    if (!is_gimple_debug (USE_STMT (use)) && !store_p (USE_STMT (use))
	&& !part_of (USE_STMT (use), &at))
      return false;
  return true;
}

/* The variable that takes the place of NAME, in ROOMS.  */

typedef hash_map <tree, tree> rooms_t;

static tree
room_for (rooms_t &rooms, tree name)
{
  bool existed;
  tree &room = rooms.get_or_insert (name, &existed);
  if (!existed)
    {
      room = create_tmp_var (array_of (TREE_TYPE (name)), "wide");
      TREE_ADDRESSABLE (room) = 1;
      n_copies.value++;
    }
  return room;
}

/* Has the statement at GSI use variables of ROOMS in the place of names.  */

static void
use_rooms (gimple_stmt_iterator *gsi, rooms_t &rooms)
{
  gimple *stmt = gsi_stmt (*gsi);
  HOST_WIDE_INT at;
  if (load_p (stmt))
    gimple_assign_set_rhs1 (stmt, as_array (gimple_assign_rhs1 (stmt)));
  else if (store_p (stmt))
    {
      gimple_assign_set_lhs (stmt, as_array (gimple_assign_lhs (stmt)));
      gimple_assign_set_rhs1 (stmt, room_for (rooms, gimple_assign_rhs1 (stmt)));
    }
  else if (tree name = part_of (stmt, &at))
    {
      tree type = TREE_TYPE (gimple_assign_lhs (stmt));
      type = (too_wide_p (type) ? array_of (type)
	      : build_aligned_type (type, BITS_PER_UNIT));
      tree address = build1 (ADDR_EXPR, ptr_type_node, room_for (rooms, name));
      gimple_assign_set_rhs_from_tree (gsi, build2 (MEM_REF, type, address,
						    build_int_cst (ptr_type_node, at)));
      stmt = gsi_stmt (*gsi);
    }
  else
    return;
  if (wide_name_p (gimple_assign_lhs (stmt)))
    gimple_assign_set_lhs (stmt, room_for (rooms, gimple_assign_lhs (stmt)));
  update_stmt (stmt);
}

/* Whether STMT stores a constant that devices do not have.  */

static bool
constant_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt)
	  && TREE_CODE (gimple_assign_rhs1 (stmt)) == INTEGER_CST
	  && TREE_CODE (gimple_assign_lhs (stmt)) == MEM_REF
	  && too_wide_p (TREE_TYPE (gimple_assign_lhs (stmt))));
}

/* Has the store of a constant at GSI store integers of 64 bits.  */

static void
store_parts (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree ref = gimple_assign_lhs (stmt), type = long_long_unsigned_type_node;
  int part = int_size_in_bytes (type), size = int_size_in_bytes (TREE_TYPE (ref));
  unsigned char bytes[256];
  if (size > (int) sizeof bytes
      || native_encode_expr (gimple_assign_rhs1 (stmt), bytes, size) != size)
    return;
  type = build_aligned_type (type, BITS_PER_UNIT);
  for (int at = 0; at < size; at += part)
    {
      tree where = fold_build2 (PLUS_EXPR, TREE_TYPE (TREE_OPERAND (ref, 1)),
				TREE_OPERAND (ref, 1),
				build_int_cst (TREE_TYPE (TREE_OPERAND (ref, 1)), at));
      tree value = native_interpret_expr (long_long_unsigned_type_node, bytes + at,
					  part);
      gimple *store = gimple_build_assign (build2 (MEM_REF, type, TREE_OPERAND (ref, 0),
						   where), value);
      gimple_set_location (store, gimple_location (stmt));
      gsi_insert_before (gsi, store, GSI_SAME_STMT);
    }
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  n_copies.value++;
}

/* Takes the variables of whose names the copies were out of the current function: they
   would go to the device even if they are not used.  */

static void
drop_variables (void)
{
  for (unsigned n = vec_safe_length (cfun->local_decls); n-- > 0;)
    {
      tree var = (*cfun->local_decls)[n];
      if (VAR_P (var) && DECL_ARTIFICIAL (var) && too_wide_p (TREE_TYPE (var)))
	cfun->local_decls->ordered_remove (n);
    }
}

/* Puts a constant in the place of NAME, if it is set to one, as without optimisation.
   Returns whether it is.  */

static bool
propagated_p (tree name)
{
  gimple *set = SSA_NAME_DEF_STMT (name);
  if (!gimple_assign_single_p (set)
      || TREE_CODE (gimple_assign_rhs1 (set)) != INTEGER_CST)
    return false;
  replace_uses_by (name, gimple_assign_rhs1 (set));
  gimple_stmt_iterator gsi = gsi_for_stmt (set);
  gsi_remove (&gsi, true);
  release_ssa_name (name);
  return true;
}

/* Puts the names of the current function that devices do not have into NAMES.  Returns
   whether all of them are only copied.  */

static bool
find_names (vec <tree> &names)
{
  unsigned n;
  tree name;
  FOR_EACH_SSA_NAME (n, name, cfun)
    if (wide_name_p (name) && !SSA_NAME_IN_FREE_LIST (name) && !propagated_p (name))
      {
	if (!copied_p (name))
	  return false;
	names.safe_push (name);
      }
  return true;
}

/* Narrows all copies of the current function.  */

static void
narrow_function (void)
{
  unsigned long before = n_copies.value;
  auto_vec <tree> names;
  if (!find_names (names))
    return;
  rooms_t rooms;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	gimple_stmt_iterator here = gsi;
	gsi_next (&gsi);
	if (constant_p (stmt))
	  store_parts (&here);
	else
	  use_rooms (&here, rooms);
      }
  if (n_copies.value == before)
    return;
  for (tree name : names)
    {
      imm_use_iterator i;
      gimple *use;
      FOR_EACH_IMM_USE_STMT (use, i, name)
	{
	  gimple_debug_bind_reset_value (use);
	  update_stmt (use);
	}
      release_ssa_name (name);
    }
  drop_variables ();
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}

static void
narrow_copies (function *)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (node->offloadable && gimple_in_ssa_p (DECL_STRUCT_FUNCTION (node->decl)))
      {
	push_cfun (DECL_STRUCT_FUNCTION (node->decl));
	narrow_function ();
	pop_cfun ();
      }
}

opt_pass *
make_accelfix_wide_copies (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-wide-copies", ctxt, narrow_copies,
			 [] { return ENABLE_OFFLOADING && accelfix_args.host_flags; });
}
