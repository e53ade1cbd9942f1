/* What the files of --fix share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef FIX_H
#define FIX_H

#include "check.h"

/* Where a move goes.  */
enum place_kind
{
  PLACE_NONE,
  PLACE_ENTRY,		/* Before the first label or instruction.  */
  PLACE_BEFORE,		/* Before INSN, behind labels that stand there.  */
  PLACE_AFTER		/* Behind INSN, before labels that stand there.  */
};

struct place
{
  enum place_kind kind;
  int32_t insn;
};

typedef void (*place_fn) (void *closure, const struct place *);

/* What a block does to one variable.  */
struct var_events
{
  int32_t first;	/* First read or write of any kind, or -1.  */
  bool exposed;		/* A read comes before any certain write.  */
  bool certain;		/* There is a certain write.  */
};

/* How often each block is executed, by a rough reckoning.  */
struct estimate
{
  uint8_t *depth;	/* Loop depth by block.  */
  double *count;	/* Executions by block, for one of the function.  */
  double *weight;	/* By block: sum of its edges' weights.  */
  int32_t *cheapest;	/* By block: it or a dominator, whichever is executed
			   least often, the nearest of several.  */
  int32_t *dom_first, *dom_last;	/* See ptx_cfg_dominator_tree.  */
};

/* fix-cost.c.  */
extern void estimate (const struct flow *, struct estimate *);
extern void estimate_free (struct estimate *);
extern bool dominates_p (const struct estimate *, int32_t a, int32_t b);
extern double edge_count (const struct flow *, const struct estimate *,
			  int32_t p, int32_t s);

/* ---- Networks (fix-cut.c).  Node 0 is the source, node 1 the sink.  */

struct arc
{
  int32_t to;
  int32_t next;			/* Of the same node.  */
  uint64_t room;		/* What can still flow.  */
  struct place place;		/* Where cutting it puts the move; kind
				   PLACE_NONE for arcs that cannot be cut and
				   for reverse arcs.  */
};

struct network
{
  struct arc *arc;
  size_t n, alloc;
  int32_t *first;		/* By node.  */
  uint32_t n_nodes, first_alloc;
};

extern void network_reset (struct network *);
extern void network_free (struct network *);
extern int32_t network_node (struct network *);
extern void network_arc (struct network *, int32_t from, int32_t to,
			 uint64_t room, struct place);
extern bool network_max_flow (struct network *);
extern void network_cut (const struct network *, place_fn, void *closure);

/* ---- Names (fix-names.c).  */

/* Which registers have the same name, and where the one that was asked about
   last is declared.  */
struct names
{
  const struct flow *f;
  struct name { const char *name; int32_t reg; } *sorted;
  uint32_t *group;		/* By register: the first of its name in
				   SORTED.  */
  int32_t reg;			/* Or -1.  */
  size_t declared;		/* Offset behind its declaration.  */
  size_t entry;			/* Offset of the function's first place, and
				   its scope.  */
  uint32_t entry_scope;
};
extern void names_init (struct names *, const struct flow *);
extern void names_free (struct names *);
extern size_t declaration_end (const struct flow *, int32_t reg);
extern size_t place_offset (const struct names *, const struct place *);
extern bool place_ok_p (struct names *, int32_t reg, const struct place *);

/* ---- Places (fix-place.c).  */

struct sink { int32_t block, next; };
struct sinks			/* Of one variable.  */
{
  uint32_t n;
  int32_t common;		/* Nearest block that dominates them all.  */
  int32_t last;			/* In placer.sink, or -1.  */
};

/* For the variables of one function.  */
struct placer
{
  const struct flow *f;
  struct estimate cost;
  struct names names;
  word *exposed, *live;		/* By block: sets.  */
  struct sinks *sinks;		/* By variable.  */
  struct sink *sink;
  size_t n_sinks, sink_alloc;
  uint64_t work;		/* Blocks that networks may still have.  */
  /* Of the variable at hand.  */
  struct network net;
  uint32_t now;			/* Its number.  */
  uint32_t *stamp;		/* By block: NOW if in the region.  */
  int32_t *node;		/* By block of the region.  */
  int32_t *region;
};

extern void placer_init (struct placer *, const struct flow *,
			 word *exposed);
extern void placer_free (struct placer *);
extern bool place_variable (struct placer *, int32_t var,
			    const struct var_events *, place_fn,
			    void *closure);

#endif /* FIX_H */
