/* Accelfix: a construct that maps or updates arrays with gaps between their elements.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_MAP_GAPS_H
#define ACCELFIX_MAP_GAPS_H

#include "spans.h"

struct host_gaps : host_wrapper
{
  host_gaps (gomp_target *t)
  : host_wrapper (t), left_empty (false), any (NULL_TREE)
  {
    out.bind = outside;
    out.seq = &before;
  }

  host_statements out;		/* What is before the construct.  */

  /* The descriptor DESC, or if it is that of an optional argument, one without data
     where that is absent.  */
  tree present (tree desc);

  /* What of the array that clause C maps or updates is to be computed.  */
  host_span::needs need (tree c) const;

  /* Repairs clause C, which maps or updates what S describes.  */
  void array (tree c, const host_span &s);

  /* Has the program stop with an error at the line of clause C where COND is true: TEXT,
     with NAME in place of "%s".  */
  void stop (tree c, const char *name, tree cond, const char *text);

  /* Puts all of it in the place of the construct, which is at GSI.  */
  void finish (gimple_stmt_iterator *gsi);

private:
  /* An array of "exit data" or of a data region, whose elements are fetched.  */
  struct fetched
  {
    tree clause;
    host_span span;
    tree some;			/* Whether they are.  */
    bool always;		/* Even if the array stays on the device.  */
    tree room;			/* Where the host's elements are kept.  */
  };

  bool left_empty;		/* The construct has nothing to do any more.  */
  tree any;			/* Of "enter data" and "exit data": whether there are
				   gaps.  */
  auto_vec<tree> entered;	/* Clauses of "enter data" that depend on gaps.  */
  auto_vec<fetched> fetch;

  bool kind_p (int openmp, int openacc) const;
  bool body_p () const;
  bool clause_p (omp_clause_code code) const;
  void split (tree c, const host_span &s, gomp_map_kind both);
  void map (tree c, const host_span &s);
  void move (tree c, const host_span &s);
  void say (location_t loc, tree cond, const char *fn, const char *text);
  void update (host_statements &to, tree c, const host_runs &r, tree run,
	       omp_clause_code direction);
  void always (host_statements &to, tree c, const host_span &s,
	       omp_clause_code direction);
  void keep (host_statements &to, fetched &f);
  void restore (host_statements &to, fetched &f);
  void data_region ();
  void branch ();
};

#endif /* ACCELFIX_MAP_GAPS_H */
