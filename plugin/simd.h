/* Simd loops, and the SIMT regions that GCC makes of them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_SIMD_H
#define ACCELFIX_SIMD_H

/* ---- simd-loops.cc: which loops and regions there are.  */

struct simd_loop;
struct simd_var;

/* A variable that a region is to have for itself.  */
struct simd_addition
{
  simd_var *v;
  bool copy;			/* Whether V stays for the other copy.  */
  const char *reason;
};

/* A SIMT region: what the lanes of a warp execute each for itself, from
   IFN_GOMP_SIMT_ENTER_ALLOC to IFN_GOMP_SIMT_EXIT.  */
struct simt_region
{
  gcall *enter;			/* IFN_GOMP_SIMT_ENTER; null after
				   "ompdevlow".  */
  gcall *alloc;			/* IFN_GOMP_SIMT_ENTER_ALLOC.  */
  tree record;			/* Its result, the lane's record.  */
  simd_loop *loop;		/* The innermost that holds it, or null.  */
  auto_vec<gcall *> exits;
  auto_vec<basic_block> blocks;	/* Those that have a part in the region.  */
  hash_set<gimple *> stmts;	/* Its statements, ALLOC and EXITS not.  */
  auto_bitmap starts;		/* Blocks whose start lies in it.  */
  auto_bitmap ends;		/* Blocks whose end lies in it.  */
  const char *fault;		/* Why its extent is not known, or null.  */
  class loop *shared;		/* The loop whose iterations the lanes share
				   out; simd_find_linear sets it.  */
  auto_vec<simd_addition> todo;

  explicit simt_region (gcall *);
  /* Whether STMT belongs to the region.  */
  bool has (gimple *stmt) { return stmts.contains (stmt); }
  /* Whether control passes E within the region.  */
  bool has (edge e) { return bitmap_bit_p (ends, e->src->index); }
  bool exit_p (gimple *stmt);
  /* Whether NAME, which the region sets, is used outside it.  */
  bool leaves_p (tree name);
  /* Adds the blocks that control can reach in the region from those in WORK to
     REACHED, but those of LOOP.  */
  void reach (vec<basic_block> *work, bitmap reached, class loop *loop = NULL);
  void walk_block (basic_block, gimple_stmt_iterator, vec<basic_block> *);
};

/* One of the copies of a simd loop.  */
struct simd_copy
{
  simd_loop *loop;
  bool simt;			/* The copy for SIMT.  */
  edge entry;
  simd_copy *outer;		/* The copy of another loop that it is in.  */
  auto_vec<basic_block> blocks;

  simd_copy (simd_loop *l, bool s, edge e)
    : loop (l), simt (s), entry (e), outer (NULL)
  {}
  /* Whether BB belongs to the copy.  */
  bool has (basic_block bb) const;
};

/* A simd loop.  GCC keeps it twice up to "ompdevlow", one copy for SIMT and
   one for any other target, and IFN_GOMP_USE_SIMT chooses.  */
struct simd_loop
{
  gcall *use_simt;
  auto_delete_vec<simd_copy> simt;	/* One, or NO_SIMT is set.  */
  auto_delete_vec<simd_copy> plain;
  auto_vec<simt_region *> regions;	/* Those of the copy for SIMT.  */
  auto_vec<simd_var *> vars;	/* What that copy refers to; simd_plan.  */
  const char *no_simt;		/* Why it is to run without SIMT, or null.  */

  explicit simd_loop (gcall *);
  /* Whether BB is in a copy for targets without SIMT.  */
  bool in_plain_p (basic_block bb) const;
  /* Whether PART, a statement or an edge, is in a region.  */
  template <typename T> bool in_regions_p (T part) const
  {
    for (simt_region *r : regions)
      if (r->has (part))
	return true;
    return false;
  }
};

/* The simd loops of the current function.  Dominators must be known.  Does
   not own the regions' statements: the function must not change while it is
   in use.  */
struct simd_loops
{
  auto_delete_vec<simd_loop> loops;
  auto_delete_vec<simt_region> regions;	/* Of all loops, and of none.  */
  auto_vec<simd_copy *> copies;	/* The innermost one of each block.  */

  simd_loops ();
  simd_copy *copy_of (basic_block bb) { return copies[bb->index]; }
  simt_region *region_of (gimple *stmt);

private:
  void find_copies ();
};

/* The outermost loop that BB is in and the start of R is not, or null.  Its
   iterations are those of the simd loop, one lane's share of them.  */
extern class loop *simd_region_loop (simt_region *r, basic_block bb);

/* The edge into the header of LOOP from outside, or the one from its latch.  The
   header has two predecessors.  */
extern edge simd_header_edge (class loop *loop, bool from_latch);

/* Whether STMT is a call of internal function FN.  */
static inline bool
simd_call_p (gimple *stmt, internal_fn fn)
{
  return gimple_call_internal_p (stmt, fn);
}

/* The variable that argument I of ENTER, a GOMP_SIMT_ENTER, names; null if it
   became a register since, or stands for memory elsewhere, as an array of
   variable size does for what alloca returned.  */
static inline tree
simd_listed_var (gcall *enter, unsigned i)
{
  tree arg = gimple_call_arg (enter, i);
  if (TREE_CODE (arg) != ADDR_EXPR
      || DECL_HAS_VALUE_EXPR_P (TREE_OPERAND (arg, 0)))
    return NULL_TREE;
  return TREE_OPERAND (arg, 0);
}

/* Whether FN (use) is true of a use of NAME; debug statements are not asked.  */
template <typename F>
bool
simd_any_use (tree name, F fn)
{
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (!is_gimple_debug (USE_STMT (use)) && fn (use))
      return true;
  return false;
}

/* Calls FN (&operand, &walk_subtrees, walk) for the operands of STMT; the INFO of
   WALK is DATA.  Returns what FN does, once that is not null.  */
extern tree simd_walk_op (gimple *stmt, walk_tree_fn fn, void *data);

/* Whether the passes for simd loops are on, and the code is OpenMP's.  */
extern bool simd_on_p (void);

/* Whether the current function may have simd loops that "ompdevlow" has to
   lower.  */
extern bool simd_gate (void);

/* Where the simd loop of STMT is in the source.  */
extern dump_user_location_t simd_location (gimple *stmt);

/* Adds the calls in FUN's SIMT regions to CALLS.  */
extern void simd_find_calls (function *fun, hash_set<gimple *> *calls);

/* ---- simd-vars.cc: whose variables in memory are.  */

/* Whether DECL is an automatic variable of the current function that may be in
   memory.  */
extern bool simd_frame_var_p (tree decl);

/* All that refers to one variable.  */
struct simd_var
{
  tree decl;
  auto_vec<gimple *> refs;	/* Each statement once.  */
  auto_vec<gimple *> clobbers;	/* "decl = {CLOBBER}".  */
  auto_vec<gimple *> debugs;
  auto_vec<edge> phis;		/* Edges with an argument that names it.  */
  bool listed;			/* An argument of some GOMP_SIMT_ENTER.  */

  bool dead_p () const { return refs.is_empty () && phis.is_empty (); }
};

/* The same, to be looked up.  */
struct simd_var_sets
{
  hash_set<gimple *> refs, clobbers;
  hash_set<edge_def *> phis;

  explicit simd_var_sets (const simd_var *v)
  {
    for (gimple *stmt : v->refs)
      refs.add (stmt);
    for (gimple *stmt : v->clobbers)
      clobbers.add (stmt);
    for (edge e : v->phis)
      phis.add (e);
  }
};

/* The automatic variables of the current function that may be in memory, in
   the order of their DECL_UIDs.  */
struct simd_vars
{
  hash_map<tree, simd_var *> map;
  auto_delete_vec<simd_var> order;

  simd_vars ();
  simd_var *find (tree decl);
  /* Whether nothing but a list refers to DECL.  Of a variable that became a
     register since, that is not known.  */
  bool dead_p (tree decl);
};

/* What is known of a variable that a simd loop's copy for SIMT refers to.  */
enum simd_owner
{
  OWNER_ALL,		/* The lanes share it.  */
  OWNER_LANE,		/* It belongs to one iteration.  */
  OWNER_REGISTER,	/* As OWNER_LANE, and it will not be in memory.  */
  OWNER_UNKNOWN
};

/* Where a variable was declared.  */
enum simd_scope
{
  SCOPE_UNKNOWN,
  SCOPE_OUTER,			/* Before the loop.  */
  SCOPE_LOOP
};

/* Where variables were declared.  */
struct simd_scopes
{
  hash_map<tree, tree> blocks;	/* A variable's BLOCK.  */
  simd_loop *loop;		/* The one that the following are of.  */
  hash_set<tree> open;		/* BLOCKs open before it; those of its copies
				   without SIMT as well if its GOMP_USE_SIMT is
				   in none.  */
  hash_set<tree> inner;		/* Then those of its copy for SIMT.  */

  simd_scopes ();
  void add (tree block);
  simd_scope find (simd_loop *, tree decl);
};

/* Whose V is, in LOOP.  REASON becomes a text that says why.  */
extern simd_owner simd_find_owner (simd_loop *loop, simd_var *v,
				   simd_scopes *scopes, const char **reason);

/* Whether E leads to the next iteration of the loop that R is for.  */
extern bool simd_next_iteration_p (simt_region *r, edge e);

/* ---- simd-set.cc.  Whether each iteration of R sets what it reads of V, and
   what it lets others see.  */
extern bool simd_set_first_p (simt_region *r, const simd_var *v);

/* ---- simd-obstacles.cc.  */

/* Why LOOP, one of ALL, is not for the lanes of a warp whatever its variables
   are, or null.  */
extern const char *simd_find_obstacle (simd_loops *all, simd_loop *loop);

/* ---- simd-reduction.cc: what the lanes exchange behind a loop.  */

/* Adds to WORK what DEF computes its value from.  */
extern void simd_add_operands (gimple *def, vec<tree> *work);

/* Adds to NAMES the values that the lanes exchange in R for a reduction, and
   what those are copies of, up to the values that LOOP computes: a value within
   the loop may be copied into the one that is exchanged without being it.  */
extern void simd_find_reduced (simt_region *r, class loop *loop,
			       hash_set<tree> *names);

/* Whether a reduction of R, whose iterations are LOOP's, merges variables that
   the lanes have not exchanged: GCC 11 does so for one that the user has
   declared, as if there were one lane.  */
extern bool simd_merges_by_hand_p (simt_region *r, class loop *loop);

/* Makes the statement at GSI exchange a value in a type that nvptx has right, if
   it does not.  */
extern void simd_widen_exchange (gimple_stmt_iterator gsi);

/* ---- simd-values.cc: where values come from, and what computes them
   elsewhere.  */

/* Whether VALUE is computed from the number of the lane in R, or from what
   NUMBER gives there.  */
extern bool simd_from_lane_p (simt_region *r, tree value,
			      internal_fn number = IFN_GOMP_SIMT_LANE);

/* Where a value is wanted: before LOOP, or if that is null before STMT.  */
struct simd_point
{
  class loop *loop;
  gimple *stmt;

  /* Whether what DEF sets is known there.  */
  bool has (gimple *def) const;
};

/* Whether VALUE, a name or an expression, is known AT that place, or can be
   computed there from what is.  */
extern bool simd_computable_p (const simd_point &at, tree value, int depth = 0);

/* It, computed by statements that are added to SEQ.  */
extern tree simd_compute (gimple_seq *seq, const simd_point &at, tree value);

/* Whether VALUE is what NUMBER gives, perhaps as another type.  */
extern bool simd_number_p (tree value, internal_fn number);

/* ---- simd-linear.cc: what goes from one iteration to the next.  */

/* Finds the linear variables of R's loop, which the lanes all start with the
   same value, and puts their PHIs into PHIS.  Returns why SIMT is not right for
   what the loop carries from iteration to iteration, or null.  Loops must be
   known.  */
extern const char *simd_find_linear (simt_region *r, vec<gphi *> *phis);

/* Makes PHI, one of those, start with the lane's own value and step over what
   the other lanes do.  Edges get statements, which the caller commits.  */
extern void simd_repair_linear (gphi *phi);

/* ---- simd-wrap.cc: counters that pass the end of their type.  */

/* A second condition that a loop needs, or a question before it.  */
struct simd_guard
{
  class loop *loop;
  gphi *phi;			/* The counter, in LOOP's header.  */
  tree base;			/* Its first value, null for 0.  */
  HOST_WIDE_INT step;		/* From one lane to the next.  */
  HOST_WIDE_INT all;		/* From one of a lane's iterations to its
				   next.  */
  tree end;			/* What the counter is compared with.  */
  gcall *asks;			/* The loop's GOMP_USE_SIMT, if the question
				   is asked there; or null.  */
};

/* If the counter of R's loop may pass the end of its type, puts what the loop
   needs into GUARDS.  Returns why SIMT is not right for it, or null.  */
extern const char *simd_find_wrap (simt_region *r, vec<simd_guard> *guards);

/* Makes G's loop end where its counter passes the end of its type.  Edges get
   statements, which the caller commits.  */
extern void simd_repair_wrap (const simd_guard &g);

/* ---- simd-leave.cc: what goes from a region to what follows it.  Returns why
   SIMT is not right for that in R, or null.  */
extern const char *simd_find_leaving (simt_region *r);

/* ---- simd-rewrite.cc: references to variables.  */

/* Makes what refers to V in R refer to DECL in the lane's record.  DECL is V's
   own or a copy.  */
extern void simd_rewrite (simt_region *r, simd_var *v, tree decl);

/* Whether "ompdevlow" would not replace all that refers to V in R.  */
extern bool simd_needs_rewrite_p (simt_region *r, const simd_var *v);

/* Takes what simd_rewrite left for the optimisers to see out of the current
   function.  */
extern void simd_take_out_calls (void);

/* ---- simd-nested.cc: the copy for targets without SIMT.  */

/* Makes LOOP, one of LOOPS, run its copy for targets without SIMT.  The caller
   cleans up the control flow graph.  */
extern void simd_take_plain_copy (simd_loops *loops, simd_loop *loop);

/* Makes LOOP run that copy where the warp is in a SIMT region already.  */
extern void simd_ask_warp (simd_loop *loop);

/* ---- simd-exits.cc.  Takes what it put in out of the current function.  */
extern void simd_take_out_marks (void);

/* ---- simd-private.cc.  */

/* Whether the current function has a loop with variables that would be made
   private.  */
extern bool simd_wants_private_p (void);

/* Whether DECL, a variable of the current function, belongs to a lane where a
   SIMT region refers to it, though no list has it: it was made by a later pass
   as a temporary, or taken for a register.  */
extern bool simd_lane_var_p (tree decl);

/* ---- simd-insns.cc: the insns of SIMT regions.  */

/* The parts of an insn that prints the start of a SIMT region
   (nvptx.md, omp_simt_enter).  */
struct simt_entry
{
  rtx_insn *insn;
  basic_block bb;
  rtx record;			/* Register that points to the record.  */
  rtx *size;			/* Where its size in bytes stands.  */
  rtx *align;			/* Where its alignment stands, in bytes.  */
};

/* Puts the starts of all SIMT regions of the current function into ENTRIES.
   The control flow graph must be there; insns need not know their block.  */
extern void simt_find_entries (vec<simt_entry> *entries);

/* Puts the insns of the region that starts at ENTRY into INSNS, each once,
   those that print its start and its end not.  */
extern void simt_find_insns (const simt_entry &entry, vec<rtx_insn *> *insns);

/* ---- simd-frames.cc: places in the frame that belong to lanes.  */

/* A variable in the frame that is each lane's own in a SIMT region, or all
   temporaries of the function.  While places are marked, the address of byte B
   of place N, counted from 0, is that of the frame and

     simd_place_distance * (N + 1) + start + B

   where START is that of a variable; the temporaries begin where the variables
   end.  */
struct simd_place
{
  HOST_WIDE_INT start;		/* Bytes from virtual-stack-vars.  */
  HOST_WIDE_INT size;		/* Bytes; of temporaries 0.  */
  unsigned align;		/* Bits; of temporaries 0.  */
};

const HOST_WIDE_INT simd_place_distance = HOST_WIDE_INT_1 << 40;

/* The number of the place that the marked OFFSET is of, from 1 on; 0 if it is
   not marked.  An address may lie outside its object by less than half the
   distance.  */
static inline HOST_WIDE_INT
simd_place_of (HOST_WIDE_INT offset)
{
  HOST_WIDE_INT half = simd_place_distance / 2;
  return offset < half ? 0 : (offset + half) / simd_place_distance;
}

/* The places of the current function; empty unless it has marked ones.  */
extern const vec<simd_place> &simd_places (void);

/* Bytes of the largest object that a statement of the current function has: no
   temporary that expand makes is larger.  */
extern unsigned HOST_WIDE_INT simd_largest_object (void);

/* If X is an address in the frame at a constant offset, puts that into
   *OFFSET.  */
extern bool simd_frame_address_p (const_rtx x, HOST_WIDE_INT *offset);

/* Makes frame_offset what it would be without marks.  There is no place
   then.  */
extern void simd_unmark (void);

/* ---- Limits.  */

/* The bytes of .local memory that a thread may have (PTX ISA; CUDA C++
   Programming Guide, "Technical specifications").  */
static const unsigned HOST_WIDE_INT ptx_max_local_bytes = 512 * 1024;

#endif /* ACCELFIX_SIMD_H */
