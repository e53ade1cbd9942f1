/* OpenACC: what one worker does comes before what the others do next (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Outside of loops over workers one worker executes the code for all: GCC's pass
   omp_oacc_neuter_broadcast guards it with GOACC_single_copy_start and
   GOACC_single_copy_end, and hands what it computed to the other workers through
   LDS, with a barrier between the store and the loads.  Three orders are missing:

   1. Where nothing needs to be handed over there is no barrier.  The others enter
      the loop over workers at once, and read memory before the one has stored:

	n = 100;		// one worker
	#pragma acc loop worker
	for (i ...) x[i] = n;	// the others, with n as it was

   2. A loop that one worker executes for all hands its condition over in each
      iteration, in the same bytes of LDS.  If that is the only barrier in the loop,
      the one may store the next iteration's before the others have loaded this
      one's: they do other iterations than it does, or never end.

   3. Elements of a gang-private array are stored to by all workers, with the same
      values (the pass takes the array for each worker's own; pass_oacc_device_lower
      puts it into LDS only then), but loaded from by the one.  And a worker may clear
      what another has set since.

   This pass follows the code from barrier to barrier, and puts one where an access
   meets another that nothing orders before it.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "workers.h"
#include "tree-into-ssa.h"

#if ACCELFIX_GCN

#if ACCELFIX_GCN_WORKERS

static accelfix_counter n_barriers ("barriers of workers inserted");

/* What has been done since the last barrier.  */

enum
{
  BY_ONE,		/* Memory was accessed by the one worker.  */
  BY_ALL,		/* A gang-private variable was stored to by all.  */
  CLEARED,		/* That, and it was a structure in one, as a whole.  */
  ANY_RECORD,		/* Something handed over was loaded, nobody knows what.  */
  FORKING,		/* Not that: a loop over workers is about to begin.  */
  PARTITIONED,		/* Nor that: here the workers share a loop.  */
  FIRST_RECORD		/* From here on, a bit for each record, if it was.  */
};

/* A record that is handed over, in LDS.  */

struct record
{
  unsigned HOST_WIDE_INT start, end;	/* Offsets; END is behind it.  */
  gcall *call;				/* GOACC_single_copy_start.  */
};

struct worker_order
{
  function *fun;
  auto_vec<record> records;
  hash_set<tree> gang_private;
  hash_set<gimple *> places;		/* A barrier comes before these.  */

  worker_order (function *f) : fun (f) {}
  bool find ();
  void add_record (gcall *);
  int record_of (tree) const;
  bool loads_record_p (gimple *, int *) const;
  bool stores_for_all_p (gimple *);
  bool forks_p (gimple *, bool, sbitmap) const;
  bool conflict_p (gimple *, bool, sbitmap);
  void find_ones (bitmap) const;
  bool visit_block (basic_block, bool, sbitmap, bool);
  void find_places ();
  void insert ();
};

static bool
builtin_call_p (gimple *stmt, built_in_function code)
{
  tree fn = builtin_decl_explicit (code);
  return fn && is_gimple_call (stmt) && gimple_call_fndecl (stmt) == fn;
}

/* CALL begins a block of one worker.  Its argument is where the record is.  */

void
worker_order::add_record (gcall *call)
{
  tree address = gimple_call_arg (call, 0);
  record r = { 0, HOST_WIDE_INT_M1U, call };
  if (TREE_CODE (address) == INTEGER_CST)
    {
      tree type = TREE_TYPE (TREE_TYPE (address));
      r.start = tree_to_uhwi (address);
      if (TREE_CODE (type) == RECORD_TYPE && tree_fits_uhwi_p
	  (TYPE_SIZE_UNIT (type)))
	r.end = r.start + tree_to_uhwi (TYPE_SIZE_UNIT (type));
      else
	/* Nothing is handed over.  */
	r.end = r.start;
    }
  records.safe_push (r);
}

/* Reads the function: its records, and its gang-private variables.  Returns
   whether there are loops over workers or code of one.  */

bool
worker_order::find ()
{
  bool found = false;
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (builtin_call_p (stmt, BUILT_IN_GOACC_SINGLE_COPY_START))
	add_record (as_a <gcall *> (stmt));
      else if (accelfix_worker_fork_p (stmt))
	found = true;
      else
	for_each_private_variable (stmt, [&] (tree variable)
	  {
	    gang_private.add (variable);
	  });
    });
  return found || !records.is_empty ();
}

/* The index of the record that POINTER points to, which comes from
   GOACC_single_copy_start, or -1.  */

int
worker_order::record_of (tree pointer) const
{
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (gimple_assign_single_p (def) || gimple_assign_cast_p (def))
	pointer = gimple_assign_rhs1 (def);
      else
	{
	  for (unsigned i = 0; i < records.length (); i++)
	    if (records[i].call == def)
	      return i;
	  return -1;
	}
    }
  return -1;
}

/* Whether STMT loads what was handed over; *BIT is that of the record.  */

bool
worker_order::loads_record_p (gimple *stmt, int *bit) const
{
  if (!gimple_assign_load_p (stmt))
    return false;
  tree base = get_base_address (gimple_assign_rhs1 (stmt));
  if (!base || TREE_CODE (base) != MEM_REF
      || !AS_LDS_P (TYPE_ADDR_SPACE (TREE_TYPE (base))))
    return false;
  int i = record_of (TREE_OPERAND (base, 0));
  *bit = i < 0 ? ANY_RECORD : FIRST_RECORD + i;
  return true;
}

/* Whether STMT, which all workers execute, stores to a variable that they
   share.  */

bool
worker_order::stores_for_all_p (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (!gimple_vdef (stmt) || !lhs)
    return false;
  tree base = get_base_address (lhs);
  return base && gang_private.contains (base);
}

/* Whether a loop over workers begins at STMT, which all execute unless ONE.  Where
   something is handed over to it, the one worker alone executes its marker, and GCC
   has put an empty statement where all come together again.  */

bool
worker_order::forks_p (gimple *stmt, bool one, sbitmap done) const
{
  if (gimple_nop_p (stmt))
    return bitmap_bit_p (done, FORKING);
  return !one && accelfix_worker_fork_p (stmt);
}

/* All workers have passed a barrier.  */

static void
pass_barrier (sbitmap done)
{
  bool forking = bitmap_bit_p (done, FORKING);
  bitmap_clear (done);
  if (forking)
    bitmap_set_bit (done, FORKING);
}

/* Whether STMT sets an aggregate as a whole.  */

static bool
clears_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt)
	  && TREE_CODE (gimple_assign_rhs1 (stmt)) == CONSTRUCTOR);
}

/* Whether STMT, in a block of one worker if ONE, must not be executed with what
   is DONE since the last barrier.  */

bool
worker_order::conflict_p (gimple *stmt, bool one, sbitmap done)
{
  if (forks_p (stmt, one, done))
    return bitmap_bit_p (done, BY_ONE) || bitmap_bit_p (done, BY_ALL);
  if (builtin_call_p (stmt, BUILT_IN_GOACC_SINGLE_COPY_START))
    {
      if (bitmap_bit_p (done, BY_ALL))
	return true;
      const record *mine = NULL;
      for (const record &r : records)
	if (r.call == stmt)
	  mine = &r;
      if (mine->start == mine->end)
	return false;
      if (bitmap_bit_p (done, ANY_RECORD))
	return true;
      for (unsigned i = 0; i < records.length (); i++)
	if (bitmap_bit_p (done, FIRST_RECORD + i)
	    && records[i].start < mine->end && mine->start < records[i].end)
	  return true;
      return false;
    }
  if (one || bitmap_bit_p (done, PARTITIONED) || !stores_for_all_p (stmt))
    return false;
  return (bitmap_bit_p (done, BY_ONE) || bitmap_bit_p (done, CLEARED)
	  || (clears_p (stmt) && bitmap_bit_p (done, BY_ALL)));
}

/* Sets in ONES the blocks that the one worker enters, and leaves or ends with
   GOACC_single_copy_end.  */

void
worker_order::find_ones (bitmap ones) const
{
  for (const record &r : records)
    {
      edge e;
      edge_iterator ei;
      auto_vec<basic_block> work;
      FOR_EACH_EDGE (e, ei, gimple_bb (r.call)->succs)
	if (e->flags & EDGE_TRUE_VALUE)
	  work.safe_push (e->dest);
      while (!work.is_empty ())
	{
	  basic_block bb = work.pop ();
	  if (bb == EXIT_BLOCK_PTR_FOR_FN (fun)
	      || !bitmap_set_bit (ones, bb->index))
	    continue;
	  bool ends = false;
	  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	       gsi_next (&gsi))
	    ends |= builtin_call_p (gsi_stmt (gsi),
				    BUILT_IN_GOACC_SINGLE_COPY_END);
	  if (!ends)
	    FOR_EACH_EDGE (e, ei, bb->succs)
	      work.safe_push (e->dest);
	}
    }
}

/* Carries DONE over BB, of which the one worker alone executes the beginning if
   ONE.  With ENTER, adds the places where barriers must come, and returns whether
   there are more of them now.  */

bool
worker_order::visit_block (basic_block bb, bool one, sbitmap done, bool enter)
{
  bool more = false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      bool fork = forks_p (stmt, one, done);
      int bit;
      if (is_gimple_debug (stmt))
	continue;
      if (enter && conflict_p (stmt, one, done) && !places.add (stmt))
	more = true;
      if (places.contains (stmt)
	  || builtin_call_p (stmt, BUILT_IN_GOACC_BARRIER))
	pass_barrier (done);
      if (fork)
	{
	  bitmap_clear (done);
	  bitmap_set_bit (done, PARTITIONED);
	}
      /* For the end of a loop over workers the target prints a barrier.  */
      else if (accelfix_worker_join_p (stmt))
	bitmap_clear (done);
      else if (accelfix_worker_fork_p (stmt))
	bitmap_set_bit (done, FORKING);
      else if (builtin_call_p (stmt, BUILT_IN_GOACC_SINGLE_COPY_END))
	one = false;
      else if (bitmap_bit_p (done, PARTITIONED))
	;
      else if (loads_record_p (stmt, &bit))
	bitmap_set_bit (done, bit);
      /* Of a reduction, memory is written only when the target lowers it.  */
      else if (one && (gimple_vuse (stmt)
		       || gimple_call_internal_p (stmt, IFN_GOACC_REDUCTION)))
	bitmap_set_bit (done, BY_ONE);
      else if (!one && stores_for_all_p (stmt))
	{
	  bitmap_set_bit (done, BY_ALL);
	  if (clears_p (stmt))
	    bitmap_set_bit (done, CLEARED);
	}
    }
  return more;
}

/* Finds all places.  What is done when a block begins is what may be done when a
   block before it ends; more barriers make it less, so that the search goes on until
   no place is new.  */

void
worker_order::find_places ()
{
  const unsigned n = last_basic_block_for_fn (fun);
  const unsigned bits = FIRST_RECORD + records.length ();
  auto_bitmap ones;
  find_ones (ones);
  bool more;
  do
    {
      sbitmap *out = sbitmap_vector_alloc (n, bits);
      bitmap_vector_clear (out, n);
      auto_sbitmap done (bits);
      basic_block bb;
      edge e;
      edge_iterator ei;
      auto before = [&] ()
	{
	  bitmap_clear (done);
	  FOR_EACH_EDGE (e, ei, bb->preds)
	    bitmap_ior (done, done, out[e->src->index]);
	};
      bool changed;
      do
	{
	  changed = false;
	  FOR_EACH_BB_FN (bb, fun)
	    {
	      before ();
	      visit_block (bb, bitmap_bit_p (ones, bb->index), done, false);
	      if (!bitmap_equal_p (done, out[bb->index]))
		{
		  bitmap_copy (out[bb->index], done);
		  changed = true;
		}
	    }
	}
      while (changed);
      more = false;
      FOR_EACH_BB_FN (bb, fun)
	{
	  before ();
	  more |= visit_block (bb, bitmap_bit_p (ones, bb->index), done, true);
	}
      sbitmap_vector_free (out);
    }
  while (more);
}

void
worker_order::insert ()
{
  for (gimple *stmt : places)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gcall *barrier = gimple_build_call (builtin_decl_explicit
					  (BUILT_IN_GOACC_BARRIER), 0);
      gimple_set_location (barrier, gimple_location (stmt));
      gsi_insert_before (&gsi, barrier, GSI_SAME_STMT);
      n_barriers.value++;
    }
}

static unsigned
order_workers (function *fun)
{
  worker_order w (fun);
  if (!oacc_get_fn_attrib (fun->decl) || !w.find ())
    return 0;
  w.find_places ();
  if (w.places.is_empty ())
    return 0;
  w.insert ();
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

#else /* !ACCELFIX_GCN_WORKERS */

static void
order_workers (function *)
{
}

#endif

opt_pass *
make_accelfix_worker_order (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-worker-order", ctxt, order_workers,
			   accelfix_workers_wanted);
}

#endif /* ACCELFIX_GCN */
