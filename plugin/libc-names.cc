/* Functions that the headers of the host's C library name, and devices lack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A target region is compiled with the headers of the host's C library, glibc, and linked
   with newlib.  What a macro or an inline function of glibc calls, newlib need not have,

     unresolved symbol __assert_fail
     undefined symbol: __ctype_b_loc

   for assert, isalpha and errno; since glibc 2.38 strtol is called __isoc23_strtol in C++.
   Device code does without:

     __assert_fail and others   write the message with printf, and end the program
     __ctype_b_loc and others   tables of this unit
     __errno_location           newlib's __errno
     __isoc99_NAME, __isoc23_NAME    NAME
     roundeven                  rint, as devices round to nearest
     isblank, mempcpy, stpcpy   of other functions; nvptx, whose newlib lacks them

   The tables are those of the locale "C", which is the only one of a device.  GCC 11
   to 16.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "gimple-fold.h"
#include "tree-cfg.h"

static accelfix_counter n_calls ("calls of functions that only the host's C library has");

enum libc_function
{
  ASSERT, ASSERT_ERROR, ASSERT_CXX, CLASSES, LOWER, UPPER, ERRNO, BLANK, ROUND_EVEN,
  ROUND_EVEN_FLOAT, COPY, COPY_STRING
};

/* A function with at least N_ARGS arguments.  */

struct libc_name
{
  const char *name;
  libc_function what;
  unsigned n_args;
};

static const libc_name functions[] =
{
  { "__assert_fail", ASSERT, 4 },
  { "__assert_perror_fail", ASSERT_ERROR, 4 },
  /* std::__glibcxx_assert_fail (file, line, function, condition).  */
  { "_ZSt21__glibcxx_assert_failPKciS0_S0_", ASSERT_CXX, 4 },
  { "__ctype_b_loc", CLASSES, 0 },
  { "__ctype_tolower_loc", LOWER, 0 },
  { "__ctype_toupper_loc", UPPER, 0 },
  { "__errno_location", ERRNO, 0 },
  { "roundeven", ROUND_EVEN, 1 },
  { "roundevenf", ROUND_EVEN_FLOAT, 1 },
#if ACCELFIX_NVPTX
  { "isblank", BLANK, 1 },
  { "mempcpy", COPY, 3 },
  { "stpcpy", COPY_STRING, 2 },
#endif
};

/* What __ctype_b_loc's table has of character C: bit K of glibc's ctype.h is a bit of
   the upper byte for K < 8, and of the lower one otherwise, as hosts with offloading have
   the low byte first.  */

static unsigned
classes_of (int c)
{
  bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
  bool digit = c >= '0' && c <= '9';
  bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  bool graph = c > 32 && c < 127;
  bool space = c == ' ' || (c >= '\t' && c <= '\r');
  const bool bits[] =
  {
    upper, lower, lower || upper, digit, hex, space, graph || c == ' ', graph,
    c == ' ' || c == '\t', (c >= 0 && c < 32) || c == 127,
    graph && !lower && !upper && !digit, lower || upper || digit
  };
  unsigned all = 0;
  for (unsigned k = 0; k < ARRAY_SIZE (bits); k++)
    all |= (unsigned) bits[k] << (k < 8 ? k + 8 : k - 8);
  return all;
}

/* What the table of WHAT has of character C, as a char or as an unsigned char.  */

static int
entry_of (libc_function what, int c)
{
  if (what == CLASSES)
    return classes_of (c);
  /* Characters beyond ASCII are themselves; glibc's tables have them as unsigned for
     chars that are negative, but for EOF.  */
  int u = c < -1 ? c + 256 : c;
  if (what == LOWER && u >= 'A' && u <= 'Z')
    return u + 'a' - 'A';
  if (what == UPPER && u >= 'a' && u <= 'z')
    return u + 'A' - 'a';
  return u;
}

/* A constant variable of TYPE, whose value is INIT.  */

static tree
constant_variable (const char *name, tree type, tree init)
{
  tree var = build_decl (UNKNOWN_LOCATION, VAR_DECL, create_tmp_var_name (name),
			 build_qualified_type (type, TYPE_QUAL_CONST));
  TREE_STATIC (var) = 1;
  TREE_READONLY (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  TREE_USED (var) = 1;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  DECL_INITIAL (var) = init;
  varpool_node::finalize_decl (var);
  return var;
}

/* The variable whose address the function of WHAT gives, of type TYPE: a pointer to the
   middle of a table for the characters from -128 to 255.  */

static tree
table_pointer (libc_function what, tree type)
{
  static tree known[UPPER - CLASSES + 1];
  enum { FIRST = -128, LAST = 255 };
  tree &var = known[what - CLASSES];
  if (var)
    return var;
  tree element = TYPE_MAIN_VARIANT (TREE_TYPE (type));
  vec<constructor_elt, va_gc> *entries = NULL;
  for (int c = FIRST; c <= LAST; c++)
    CONSTRUCTOR_APPEND_ELT (entries, size_int (c - FIRST),
			    build_int_cst (element, entry_of (what, c)));
  tree array = build_array_type_nelts (element, LAST + 1 - FIRST);
  tree init = build_constructor (array, entries);
  TREE_CONSTANT (init) = TREE_STATIC (init) = 1;
  tree table = constant_variable ("ctype", array, init);
  tree size = TYPE_SIZE_UNIT (element);
  init = fold_build2 (POINTER_PLUS_EXPR, type, fold_convert (type, build_fold_addr_expr (table)),
		      size_binop (MULT_EXPR, size, size_int (-FIRST)));
  var = constant_variable ("ctype_pointer", type, init);
  return var;
}

/* The function called NAME in the assembly, of TYPE.  */

static tree
function_called (const char *name, tree type)
{
  tree id = get_identifier (name);
  if (symtab_node *node = symtab_node::get_for_asmname (id))
    if (is_a <cgraph_node *> (node))
      return node->decl;
  tree fn = build_fn_decl (name, type);
  SET_DECL_ASSEMBLER_NAME (fn, id);
  return fn;
}

/* NAME without what glibc puts before the names of functions whose meaning a standard
   changed; null if it has none of these.  The headers give these names by asm, so that
   there is GCC's "*" before them.  */

static const char *
usual_name (const char *name)
{
  name += *name == '*';
  for (const char *prefix : { "__isoc99_", "__isoc23_" })
    if (!strncmp (name, prefix, strlen (prefix)))
      return name + strlen (prefix);
  return NULL;
}

/* Puts a call of printf before the statement at GSI, which is one of WHAT.  */

static void
write_message (gimple_stmt_iterator *gsi, libc_function what)
{
  static const struct { const char *text; unsigned char order[4]; } forms[] =
  {
    /* In the order of libc_function.  */
    { "%s:%u: %s: Assertion `%s' failed.\n", { 1, 2, 3, 0 } },
    { "%s:%u: %s: Unexpected error %d.\n", { 1, 2, 3, 0 } },
    { "%s:%d: %s: Assertion '%s' failed.\n", { 0, 1, 2, 3 } }
  };
  gimple *stmt = gsi_stmt (*gsi);
  const char *text = forms[what - ASSERT].text;
  auto_vec<tree> args;
  args.safe_push (build_string_literal (strlen (text) + 1, text));
  for (unsigned at : forms[what - ASSERT].order)
    args.safe_push (gimple_call_arg (stmt, at));
  gcall *call = gimple_build_call_vec (builtin_decl_explicit (BUILT_IN_PRINTF), args);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
}

/* Adds to SEQ what copies as the call STMT of WHAT does; gives the address behind what was
   copied, but for a string's end.  */

static tree
add_copy (gimple *stmt, gimple_seq *seq, libc_function what)
{
  location_t where = gimple_location (stmt);
  tree to = gimple_call_arg (stmt, 0), from = gimple_call_arg (stmt, 1), n, bytes;
  if (what == COPY)
    n = bytes = gimple_call_arg (stmt, 2);
  else
    {
      n = make_ssa_name (size_type_node);
      gcall *length = gimple_build_call (builtin_decl_explicit (BUILT_IN_STRLEN), 1, from);
      gimple_call_set_lhs (length, n);
      gimple_set_location (length, where);
      gimple_seq_add_stmt (seq, length);
      bytes = gimple_build (seq, PLUS_EXPR, size_type_node, n, size_one_node);
    }
  gcall *copy = gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMCPY), 3, to, from,
				   bytes);
  gimple_set_location (copy, where);
  gimple_seq_add_stmt (seq, copy);
  return gimple_build (seq, POINTER_PLUS_EXPR, TREE_TYPE (to), to,
		       gimple_convert (seq, sizetype, n));
}

/* Has the call at GSI, one of WHAT, give what is computed before it.  */

static void
compute_before (gimple_stmt_iterator *gsi, libc_function what)
{
  gimple *stmt = gsi_stmt (*gsi);
  gimple_seq seq = NULL;
  tree value;
  if (what == BLANK)
    {
      tree c = gimple_call_arg (stmt, 0);
      auto is = [&] (int k)
	{
	  return gimple_build (&seq, EQ_EXPR, boolean_type_node, c,
			       build_int_cst (TREE_TYPE (c), k));
	};
      tree space = is (' ');
      value = gimple_build (&seq, BIT_IOR_EXPR, boolean_type_node, space, is ('\t'));
    }
  else if (what == COPY || what == COPY_STRING)
    value = add_copy (stmt, &seq, what);
  else
    {
      tree pointer = TREE_TYPE (gimple_call_fntype (stmt));
      value = build_fold_addr_expr (table_pointer (what, TREE_TYPE (pointer)));
    }
  tree lhs = gimple_call_lhs (stmt);
  if (lhs)
    value = gimple_convert (&seq, TREE_TYPE (lhs), value);
  if (seq)
    gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  unlink_stmt_vdef (stmt);
  gimple *set = lhs ? (gimple *) gimple_build_assign (lhs, value) : gimple_build_nop ();
  gimple_set_location (set, gimple_location (stmt));
  gsi_replace (gsi, set, false);
}

/* Has the call at GSI be one of FN, with the same arguments.  */

static void
call_instead (gimple_stmt_iterator *gsi, tree fn)
{
  gimple *stmt = gsi_stmt (*gsi);
  gimple_call_set_fndecl (stmt, fn);
  update_stmt (stmt);
}

/* Changes the call at GSI if the function is one of the host's; whether it did.  */

static bool
change_call (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  const libc_name *f = accelfix_called_of (stmt, functions);
  if (!f)
    {
      tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
      const char *usual = fn && DECL_EXTERNAL (fn) ? usual_name (accelfix_name_of (fn)) : NULL;
      if (usual)
	call_instead (gsi, function_called (usual, TREE_TYPE (fn)));
      return usual != NULL;
    }
  if (gimple_call_num_args (stmt) < f->n_args)
    return false;
  switch (f->what)
    {
    case ASSERT:
    case ASSERT_ERROR:
    case ASSERT_CXX:
      {
	write_message (gsi, f->what);
	gcall *end = gimple_build_call (builtin_decl_explicit (BUILT_IN_ABORT), 0);
	gimple_set_location (end, gimple_location (stmt));
	gimple_move_vops (end, stmt);
	gsi_replace (gsi, end, true);
	break;
      }
    case ERRNO:
      call_instead (gsi, function_called ("__errno", gimple_call_fntype (stmt)));
      break;
    case ROUND_EVEN:
      call_instead (gsi, builtin_decl_explicit (BUILT_IN_RINT));
      break;
    case ROUND_EVEN_FLOAT:
      call_instead (gsi, builtin_decl_explicit (BUILT_IN_RINTF));
      break;
    default:
      /* What it gives is set behind it, in its block.  */
      if (stmt_ends_bb_p (stmt))
	return false;
      compute_before (gsi, f->what);
      break;
    }
  return true;
}

static unsigned
change_calls (function *fun)
{
  bool changed = false;
  for_each_stmt (fun, [&changed] (gimple_stmt_iterator &gsi)
    {
      if (!change_call (&gsi))
	return;
      changed = true;
      n_calls.value++;
    });
  return changed ? TODO_update_ssa_only_virtuals : 0;
}

opt_pass *
make_accelfix_libc_names (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-libc-names", ctxt, change_calls,
			   [] { return accelfix_args.libc_names != 0; });
}
