/* What the passes of the host's plugin share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_HOST_H
#define ACCELFIX_HOST_H

/* Calls VISIT for each statement of the current function that may become a
   device's code: all of them in a function with "declare target", and those in
   regions that are offloaded otherwise.  VISIT gets an iterator and DATA; it
   may replace the statement, and returns whether the statements inside it need
   no visit.  */
typedef bool (*host_visitor) (gimple_stmt_iterator *gsi, void *data);
extern void host_visit_offloaded (host_visitor visit, void *data);

/* The same for all statements of the current function.  */
extern void host_visit_all (host_visitor visit, void *data);

/* The same for those of SEQ.  */
extern void host_visit_seq (gimple_seq *seq, host_visitor visit, void *data);

/* STMT as a target region of OpenMP; NULL if it is none.  */
extern gomp_target *host_target_region (gimple *stmt);

/* Whether STMT is a loop with a loop directive of OpenACC.  */
extern bool host_acc_loop_p (const gimple *stmt);

/* The same for the loops of OpenACC that are in a parallel or serial construct,
   or in a routine.  Those of kernels constructs are another matter.  */
extern void host_visit_acc_loops (host_visitor visit, void *data);

/* visit.cc: whether the global variable DECL is on devices for good.  It gets no
   node in the symbol table, as by varpool_node::get_create, which would change the
   numbers of others.  */
extern bool host_offloadable_p (tree decl);

/* visit.cc: has NODE, a function or variable that is not yet, be on devices, too, as if
   "declare target" named it.  */
extern void host_send_to_devices (symtab_node *node);

/* visit.cc: the clauses of construct STMT if it may have copies of variables; NULL if
   not.  */
extern tree *host_clauses (gimple *stmt);

/* visit.cc: how many clauses of CLAUSES are about DECL itself.  */
extern unsigned host_count_clauses (tree clauses, tree decl);

/* Whether offloaded simd loops get a copy for SIMT, and STMT if it is one that
   does (scan_omp_simd in omp-low.cc); NULL if not.  */
extern bool host_copies_simd_p (void);
extern gomp_for *host_copied_simd (gimple *stmt);

/* report.cc: says what the current pass, "accelfix-KEY", has repaired at LOC: in
   -fopt-info, and with the argument `report' as a note, "TEXT [KEY]".  TEXT may
   have a "%T", which stands for the name of WHAT.  Where the pass repairs several
   faults (gcc-testsuite/faults), FAULT is the name of this one, in place of KEY.  */
extern void host_repaired (location_t loc, const char *text,
			   tree what = NULL_TREE, const char *fault = NULL);

/* wrap.cc: a new variable NAME of TYPE in BIND.  */
extern tree host_new_variable (gbind *bind, tree type, const char *name);

/* wrap.cc: a clause at LOC that maps WHAT, SIZE bytes, as KIND says.  */
extern tree host_new_map (location_t loc, gomp_map_kind kind, tree what,
			  tree size);

/* wrap.cc: has the variable that the map clause *P is about be firstprivate instead.  */
extern void host_make_firstprivate (tree *p);

/* wrap.cc: a construct that gets statements before it, at the beginning of its body
   and behind it, with variables of their own.  */
struct host_wrapper
{
  gomp_target *target;
  gbind *outside;		/* Around the construct.  */
  gbind *inside;		/* Around its body.  */
  gimple_seq before, begin;	/* The first statements of the two.  */
  gimple_seq after;		/* Behind the construct.  */

  host_wrapper (gomp_target *target);

  /* A new variable NAME of TYPE that gets VALUE before the construct.  */
  tree variable (tree type, const char *name, tree value);

  /* How far ADDRESS is behind POINTER, in bytes: a variable like that.  */
  tree distance (tree address, tree pointer);

  /* Puts CLAUSE in front of the construct's.  */
  void add_clause (tree clause);

  /* Puts all of it in the place of the construct, which is at GSI.  */
  void replace (gimple_stmt_iterator *gsi);
};

/* class-arrays.cc: whether what C++'s parser is at is in a region of OpenMP.  */
extern bool host_in_region_p (void);

/* target-depend.cc: whether the directive of Fortran at LOC has the word NAME in it, as
   that of a variable in a clause, or cannot be read.  */
extern bool host_directive_names_p (location_t loc, const char *name);

/* vector-new.cc: ends a list of statements that "new []" in a declaration has begun, and
   gives it, or NULL.  */
extern tree host_end_vector (void);

/* half-floats.cc: reports numbers of 16 bits in offloaded code of the current function, if
   there is a device to compile for.  */
extern void host_refuse_half_floats (void);

/* changes.cc: whether the body of TARGET may change WHAT, a variable or what a pointer
   points to.  What is not plainly a read counts as a change.  */
extern bool host_changes_p (gomp_target *target, tree what);

/* acc-tile.cc: replaces the tile clause of LOOP, if there is one, by collapse.
   Returns whether there is one.  */
extern bool host_collapse_tiles (gomp_for *loop);

#endif /* ACCELFIX_HOST_H */
