/* Accelfix: the memory that an array descriptor of gfortran describes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_SPANS_H
#define ACCELFIX_SPANS_H

/* Statements under construction, with their variables in BIND.  */
struct host_statements
{
  gbind *bind;
  gimple_seq *seq;

  /* CODE of A, B and C, of TYPE: a new variable that is set to it, or what GCC knows
     it to be.  */
  tree op (tree_code code, tree type, tree a, tree b = NULL_TREE,
	   tree c = NULL_TREE);

  /* A new variable that is set to REF.  */
  tree load (tree ref);

  tree number (tree t) { return op (NOP_EXPR, ssizetype, t); }
  tree size (tree t) { return op (NOP_EXPR, sizetype, t); }
  tree compare (tree_code code, tree a, tree b)
  { return op (code, boolean_type_node, a, b); }

  void add (gimple *stmt) { gimple_seq_add_stmt (seq, stmt); }

  /* A new label for use at LOC, and one in front of what comes next.  */
  tree label (location_t loc) { return create_artificial_label (loc); }
  void put (tree label) { add (gimple_build_label (label)); }

  /* A call of FN, which has N arguments; with a new variable for the result if TYPE
     is one.  */
  tree call (tree fn, tree type, unsigned n, tree a, tree b = NULL_TREE,
	     tree c = NULL_TREE);

  /* Goes on at YES if the truth value COND is true, otherwise at NO.  */
  void jump (tree cond, tree yes, tree no)
  { add (gimple_build_cond (NE_EXPR, cond, boolean_false_node, yes, no)); }
};

/* What a descriptor describes, in variables.  A run is elements between which there is
   nothing; all runs of an array are of the same size.  */
struct host_span
{
  static const unsigned max_rank = 15;

  /* What is computed: where the array is (low, at, length); "gaps" as well; all.  */
  enum needs { place, breaks, all };

  /* Where host_span_function writes these; "extent" and "step" of each dimension
     follow.  */
  enum { low_at, length_at, gaps_at, run_at, runs_at, first };

  tree low;		/* Where the first byte in memory is, counted from the
			   descriptor's address.  */
  tree at;		/* Its address.  */
  tree length;		/* How many bytes there are to the last, gaps included.  */
  tree gaps;		/* Whether there is anything between elements.  */
  tree run;		/* The bytes of a run.  */
  tree runs;		/* How many runs there are.  */
  unsigned rank;
  tree extent[max_rank];	/* How many runs there are in each dimension, */
  tree step[max_rank];		/* and the bytes from one to the next.  */

  /* Has TO compute what DESC describes.  That of a POINTER says how many bytes an
     element has, and how many are from one to the next.  In others, whose elements have
     ELEM bytes, they are adjacent where the stride is 1, and a stride of zero means
     that.  What NEED does not ask for is NULL.  */
  void compute (host_statements &to, tree desc, tree elem, bool pointer,
		needs need);

  /* Calls F for each of the variables.  */
  template <typename F> void each (F f)
  {
    for (tree *t : { &low, &at, &length, &gaps, &run, &runs })
      if (*t)
	f (*t);
    for (unsigned k = 0; k < rank && extent[0]; k++)
      {
	f (extent[k]);
	f (step[k]);
      }
  }
};

/* span-function.cc: the function of the unit that measures what descriptors like DESC
   describe, with GAPS or only the results before "gaps".  Its arguments: the address of
   one, the size of an element or -1 for that of a pointer, the rank, and where the
   results go.  */
extern tree host_span_function (tree desc, bool gaps);

/* A loop over the runs of a span: what is added to the statements between the
   constructor and end is executed for each.  */
struct host_runs
{
  host_runs (host_statements &to, const host_span &span, location_t loc);
  void end ();

  tree address;		/* Of the run.  */
  tree offset;		/* How many bytes the runs before it have.  */

private:
  host_statements &to;
  tree number, again, test, done, runs;
};

#endif /* ACCELFIX_SPANS_H */
