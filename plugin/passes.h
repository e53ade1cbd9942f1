/* The table of passes of one target.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* How to add a pass:

   1. Write it in a file of its own: the rationale, the function that does the
      work, and at the end
	opt_pass *make_accelfix_NAME (gcc::context *ctxt)
      which calls make_rtl_pass, make_gimple_pass or make_unit_pass (below)
      with a name that starts with "accelfix-".
   2. Declare that function below, in the part of its target.
   3. Add a row to accelfix_passes[] in passes-nvptx.cc, passes-gcn.cc or
      host/passes-host.cc.
      The row says after (or before) which pass it stands; a row may name a
      pass of an earlier row.
   4. A key of the command line is a row of the table in options.cc and a
      field of struct accelfix_arguments in accelfix.h.  The pass's gate reads
      accelfix_args; passes are not registered at all under `disable'.
   5. Add the object to OBJS_nvptx or OBJS_gcn in Makefile.in, or to OBJS_host
      in host/Makefile.in.

   Counts for the summary are accelfix_counter objects (accelfix.h).  */

#ifndef ACCELFIX_PASSES_H
#define ACCELFIX_PASSES_H

struct accelfix_pass
{
  opt_pass *(*make) (gcc::context *);
  const char *reference;		/* Name of the pass it stands at.  */
  enum pass_positioning_ops where;	/* Before or after REFERENCE.  */
};

/* Ends with a row whose MAKE is null.  */
extern const struct accelfix_pass accelfix_passes[];

/* A pass of kind BASE (rtl_opt_pass, gimple_opt_pass, simple_ipa_opt_pass) that
   calls WORK for each function, or with null for the unit, where GATE, if there
   is one, returns true.  What WORK returns, if anything, are TODO flags.  */
template <class base, typename result>
class worker_pass : public base
{
public:
  worker_pass (const pass_data &data, gcc::context *ctxt,
	       result (*work) (function *), bool (*gate) () = NULL)
    : base (data, ctxt), m_work (work), m_gate (gate)
  {}

  bool gate (function *) final override { return !m_gate || m_gate (); }
  unsigned int execute (function *fn) final override { return run (m_work, fn); }

private:
  static unsigned run (void (*work) (function *), function *fn)
  {
    work (fn);
    return 0;
  }
  static unsigned run (unsigned (*work) (function *), function *fn)
  {
    return work (fn);
  }

  result (*m_work) (function *);
  bool (*m_gate) ();
};

/* What GCC wants to know of a pass named NAME.  Those on GIMPLE are for OpenMP,
   and stand where there are a graph and SSA names; on the host before.  */
static inline pass_data
worker_data (enum opt_pass_type type, const char *name)
{
  bool gimple = type == GIMPLE_PASS;
  unsigned required = ACCELFIX_HOST ? PROP_gimple_any : PROP_cfg | PROP_ssa;
  return { type, name, gimple ? OPTGROUP_OMP : OPTGROUP_NONE, TV_PLUGIN_RUN,
	   gimple ? required : 0, 0, 0, 0, 0 };
}

template <typename result>
opt_pass *
make_rtl_pass (const char *name, gcc::context *ctxt,
	       result (*work) (function *), bool (*gate) () = NULL)
{
  return new worker_pass<rtl_opt_pass, result> (worker_data (RTL_PASS, name),
						ctxt, work, gate);
}

template <typename result>
opt_pass *
make_gimple_pass (const char *name, gcc::context *ctxt,
		  result (*work) (function *), bool (*gate) () = NULL)
{
  return new worker_pass<gimple_opt_pass, result>
    (worker_data (GIMPLE_PASS, name), ctxt, work, gate);
}

template <typename result>
opt_pass *
make_unit_pass (const char *name, gcc::context *ctxt,
		result (*work) (function *), bool (*gate) () = NULL)
{
  return new worker_pass<simple_ipa_opt_pass, result>
    (worker_data (SIMPLE_IPA_PASS, name), ctxt, work, gate);
}

#if ACCELFIX_HOST
extern opt_pass *make_accelfix_simd_atomic (gcc::context *);
extern opt_pass *make_accelfix_simd_classes (gcc::context *);
extern opt_pass *make_accelfix_simd_clauses (gcc::context *);
extern opt_pass *make_accelfix_simd_vla (gcc::context *);
extern opt_pass *make_accelfix_block_bounds (gcc::context *);
extern opt_pass *make_accelfix_team_threads (gcc::context *);
extern opt_pass *make_accelfix_team_count (gcc::context *);
extern opt_pass *make_accelfix_collapse_count (gcc::context *);
extern opt_pass *make_accelfix_async_copies (gcc::context *);
extern opt_pass *make_accelfix_map_const (gcc::context *);
extern opt_pass *make_accelfix_call_types (gcc::context *);
extern opt_pass *make_accelfix_loop_bound (gcc::context *);
extern opt_pass *make_accelfix_map_rows (gcc::context *);
extern opt_pass *make_accelfix_map_section (gcc::context *);
extern opt_pass *make_accelfix_nowait_team (gcc::context *);
extern opt_pass *make_accelfix_target_depend (gcc::context *);
extern opt_pass *make_accelfix_map_stride (gcc::context *);
extern opt_pass *make_accelfix_loop_linear (gcc::context *);
extern opt_pass *make_accelfix_bool_reduction (gcc::context *);
extern opt_pass *make_accelfix_linear_wrap (gcc::context *);
extern opt_pass *make_accelfix_linear_unsigned (gcc::context *);
extern opt_pass *make_accelfix_map_struct (gcc::context *);
extern opt_pass *make_accelfix_clause_calls (gcc::context *);
extern opt_pass *make_accelfix_target_firstprivate (gcc::context *);
extern opt_pass *make_accelfix_map_nowait (gcc::context *);
extern opt_pass *make_accelfix_map_enter (gcc::context *);
extern opt_pass *make_accelfix_map_unused (gcc::context *);
extern opt_pass *make_accelfix_acc_allocatable (gcc::context *);
extern opt_pass *make_accelfix_acc_declare (gcc::context *);
extern opt_pass *make_accelfix_acc_async (gcc::context *);
extern opt_pass *make_accelfix_acc_local (gcc::context *);
extern opt_pass *make_accelfix_const_data (gcc::context *);
extern opt_pass *make_accelfix_acc_tile (gcc::context *);
extern opt_pass *make_accelfix_acc_auto (gcc::context *);
extern opt_pass *make_accelfix_refuse (gcc::context *);
extern opt_pass *make_accelfix_default_device (gcc::context *);
extern opt_pass *make_accelfix_acc_kernels (gcc::context *);
extern opt_pass *make_accelfix_acc_references (gcc::context *);
extern opt_pass *make_accelfix_acc_deviceptr (gcc::context *);
extern opt_pass *make_accelfix_map_align (gcc::context *);
extern opt_pass *make_accelfix_map_members (gcc::context *);
extern opt_pass *make_accelfix_acc_scalars (gcc::context *);
extern opt_pass *make_accelfix_acc_reduction (gcc::context *);
extern opt_pass *make_accelfix_need_libgomp (gcc::context *);
extern opt_pass *make_accelfix_wide_copies (gcc::context *);

/* need-libgomp.cc: a callback at the end of a unit.  */
extern void host_finish_unit (void *, void *);

/* keep-tables.cc: likewise.  */
extern void host_keep_tables (void *, void *);

/* refuse.cc: a callback for each function of C and C++ that was parsed.  */
extern void host_pre_genericize (void *, void *);

/* class-arrays.cc: callbacks for each declaration and each function of C and C++
   that was parsed.  */
extern void host_finish_decl (void *, void *);
extern void host_finish_stream (void *, void *);
extern void host_finish_function (void *, void *);

/* vector-new.cc: a callback for each function of C and C++ that was parsed, and what is
   done before anything is parsed.  */
extern void host_finish_vectors (void *, void *);
extern void host_follow_vectors (void);

/* vector-results.cc: callbacks before and after the passes over the whole unit.  */
extern void host_begin_ipa (void *, void *);
extern void host_end_ipa (void *, void *);

/* host-flags.cc: a callback before the passes over the whole unit.  */
extern void host_count_less (void *, void *);

/* lambda-arguments.cc: callbacks for each function of C++ whose body was parsed, and
   for each declaration.  */
extern void host_finish_lambda (void *, void *);
extern void host_finish_lambda_variable (void *, void *);

/* virtual-tables.cc: a callback for each function of C and C++ that was parsed, and what
   is done before anything is parsed.  */
extern void host_note_virtual (void *, void *);
extern void host_follow_search (void);
#endif

/* struct-return.cc, of both targets.  */
extern opt_pass *make_accelfix_struct_return (gcc::context *);
extern opt_pass *make_accelfix_empty_types (gcc::context *);

/* host-flags.cc, of both targets: a pass, and what is done before any code is read.  */
extern opt_pass *make_accelfix_host_flags (gcc::context *);
extern opt_pass *make_accelfix_checked_calls (gcc::context *);
extern opt_pass *make_accelfix_internal_functions (gcc::context *);
extern void accelfix_forget_host_flags (void);

/* va-lists.cc, streams.cc, libc-names.cc and indirect-calls.cc, of both targets.  */
extern opt_pass *make_accelfix_va_lists (gcc::context *);
extern tree accelfix_list_argument (gimple_stmt_iterator *, unsigned);
extern opt_pass *make_accelfix_streams (gcc::context *);
extern opt_pass *make_accelfix_libc_names (gcc::context *);
extern opt_pass *make_accelfix_indirect_calls (gcc::context *);

/* cxx-runtime.cc, nothrow.cc, vector-results.cc, of both targets.  */
extern opt_pass *make_accelfix_vector_results (gcc::context *);
extern opt_pass *make_accelfix_cxx_runtime (gcc::context *);
extern opt_pass *make_accelfix_cxx_types (gcc::context *);
extern opt_pass *make_accelfix_virtual_tables (gcc::context *);

/* cxx-runtime.cc: the name of DECL in the assembly; "" where it has none yet.  */
extern const char *accelfix_name_of (tree decl);

/* The member of TABLE whose `name' is that of the function of another unit that STMT
   calls; null if there is none.  */
template <typename T, size_t N>
const T *
accelfix_called_of (gimple *stmt, const T (&table)[N])
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!fn || !DECL_EXTERNAL (fn))
    return NULL;
  const char *name = accelfix_name_of (fn);
  for (const T &t : table)
    if (!strcmp (name, t.name))
      return &t;
  return NULL;
}

/* cxx-runtime.cc: whether VAR describes a type of libstdc++, and nothing in this program
   defines it.  */
extern bool accelfix_library_type_p (tree var);

/* cxx-runtime.cc: removes the variables for which WANTED says so.  */
extern void accelfix_remove_variables (bool (*wanted) (varpool_node *var));

/* cxx-runtime.cc: whether NAME, of a function in the assembly, is a member of one of
   libstdc++'s exceptions.  */
extern bool accelfix_exception_p (const char *name);
extern opt_pass *make_accelfix_nothrow (gcc::context *);

#if ACCELFIX_NVPTX
extern opt_pass *make_accelfix_aliases (gcc::context *);
extern opt_pass *make_accelfix_double_parts (gcc::context *);
extern opt_pass *make_accelfix_float_loads (gcc::context *);
extern opt_pass *make_accelfix_exit (gcc::context *);
extern opt_pass *make_accelfix_flow (gcc::context *);
extern opt_pass *make_accelfix_frame_gaps (gcc::context *);
extern opt_pass *make_accelfix_frame_lanes (gcc::context *);
extern opt_pass *make_accelfix_frame_notes (gcc::context *);
extern opt_pass *make_accelfix_init_regs (gcc::context *);
extern opt_pass *make_accelfix_lane_stack (gcc::context *);
extern opt_pass *make_accelfix_link_vars (gcc::context *);
extern opt_pass *make_accelfix_simd_ccp (gcc::context *);
extern opt_pass *make_accelfix_simd_exits (gcc::context *);
extern opt_pass *make_accelfix_simd_forwprop (gcc::context *);
extern opt_pass *make_accelfix_simd_frames (gcc::context *);
extern opt_pass *make_accelfix_simd_fre (gcc::context *);
extern opt_pass *make_accelfix_simd_private (gcc::context *);
extern opt_pass *make_accelfix_simd_sra (gcc::context *);
extern opt_pass *make_accelfix_simd_temps (gcc::context *);
extern opt_pass *make_accelfix_verify (gcc::context *);
extern opt_pass *make_accelfix_worker_entry (gcc::context *);
#endif

#if ACCELFIX_GCN
extern opt_pass *make_accelfix_describe (gcc::context *);
extern opt_pass *make_accelfix_describe_begin (gcc::context *);
extern opt_pass *make_accelfix_division (gcc::context *);
extern opt_pass *make_accelfix_square_root (gcc::context *);
extern opt_pass *make_accelfix_bit_count (gcc::context *);
extern opt_pass *make_accelfix_vector_bytes (gcc::context *);
extern opt_pass *make_accelfix_lds_names (gcc::context *);
extern opt_pass *make_accelfix_worker_calls (gcc::context *);
extern opt_pass *make_accelfix_worker_calls_end (gcc::context *);
extern opt_pass *make_accelfix_worker_locals (gcc::context *);
extern opt_pass *make_accelfix_worker_order (gcc::context *);
extern opt_pass *make_accelfix_worker_count (gcc::context *);
extern opt_pass *make_accelfix_worker_count_end (gcc::context *);
extern opt_pass *make_accelfix_exit_gcn (gcc::context *);
extern opt_pass *make_accelfix_hidden_args (gcc::context *);
extern opt_pass *make_accelfix_hidden_counts (gcc::context *);
extern opt_pass *make_accelfix_hidden_moves (gcc::context *);
extern opt_pass *make_accelfix_implicit_unit (gcc::context *);
extern opt_pass *make_accelfix_lane_select (gcc::context *);
extern opt_pass *make_accelfix_lane_bytes (gcc::context *);
extern opt_pass *make_accelfix_lds (gcc::context *);
extern opt_pass *make_accelfix_lds_unit (gcc::context *);
extern opt_pass *make_accelfix_lds_pointers (gcc::context *);
extern opt_pass *make_accelfix_lds_vectors (gcc::context *);
extern opt_pass *make_accelfix_m0 (gcc::context *);
extern opt_pass *make_accelfix_private_stack (gcc::context *);
extern opt_pass *make_accelfix_private_unit (gcc::context *);
extern opt_pass *make_accelfix_product_constants (gcc::context *);
extern opt_pass *make_accelfix_team_limit (gcc::context *);
extern opt_pass *make_accelfix_wait_states (gcc::context *);
extern opt_pass *make_accelfix_wide_multiply (gcc::context *);
extern opt_pass *make_accelfix_vector_multiply (gcc::context *);
#endif

#endif /* ACCELFIX_PASSES_H */
