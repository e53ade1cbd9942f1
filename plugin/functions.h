/* What is known of each function of the unit.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_FUNCTIONS_H
#define ACCELFIX_FUNCTIONS_H

/* What is known of one function.  Aliases share it.  */
struct function_facts
{
  tree decl;			/* Kept from the garbage collector.  */
  bool compiled;		/* What follows is of its insns.  */
  bool takes_alloca;		/* Memory of variable size in its frame.  */
  bool calls_pointers;		/* It calls by a pointer, or what is not
				   known.  */
  auto_vec<function_facts *> callees;	/* On nvptx each once.  */

#if ACCELFIX_NVPTX
  bool read;			/* The same is of its body, or COMPILED.  */
  bool asked;			/* The next is known.  */
  bool wants_private;		/* A simd loop of its needs variables.  */
  bool lowered;			/* What its SIMT regions call is noted.  */
  hash_set<gimple *> *region_calls;	/* Until then, the calls in them as
					   its body has them; or null.  */
  bool in_region;		/* A SIMT region seen so far calls it.  */
  bool convergent;		/* It has what all lanes must reach
				   together.  Known once PRINTED.  */
  bool printed;			/* No pass changes it any more.  */
  bool calls_frames;		/* What it calls may have a frame.  */
  bool has_frame;		/* It or what it calls may have one.  */
  unsigned HOST_WIDE_INT stack;	/* Bytes, with what it calls.  */

  /* Answers that were found.  Code only becomes less as it is compiled: what
     reaches nothing, or is reached from nowhere, stays so.  */
  bool fine;			/* What it calls is fit for lanes.  */
  const char *obstacle;		/* Or why it was not when so many */
  unsigned obstacle_at;		/* functions had been compiled.  */
  bool unreached;		/* No SIMT region calls it.  */
#else
  bool calls_library;		/* It calls what no unit defines.  */
  bool taken;			/* Its address is taken.  */
  unsigned HOST_WIDE_INT own;	/* Bytes of its frame.  */

  /* Of a search.  */
  bool active;			/* Its callees are being looked at.  */
  bool known;			/* DEPTH is.  */
  unsigned HOST_WIDE_INT depth;	/* Bytes, with what it calls.  */
#endif
};

/* The facts of DECL, a function; made where there are none yet.  */
extern function_facts *facts_of (tree decl);

/* Those of all functions that were asked for.  There may be more after each call
   of facts_of.  */
extern const vec<function_facts *> &all_functions (void);

/* Whether the body of NODE can be read by get_untransformed_body.  Of a function that
   nothing has marked for devices the host's compiler has written no more than that it is
   defined (lto_materialize_function asks the same).  */
extern bool function_body_p (cgraph_node *node);

/* The level of an OpenACC routine with ATTRIBUTE, "oacc function": the outermost
   dimension that it may divide loops among, GOMP_DIM_MAX if it is sequential.  -1 for
   what is no routine.  */
extern int accelfix_routine_level (tree attribute);

#if ACCELFIX_NVPTX

/* ---- reach.cc.  */

/* The function that the insn CALL calls, or null for a call by a pointer and of
   what has no declaration.  */
extern tree called_function (rtx_insn *call);

/* What the insn CALL takes of the stack, with all that the callee calls.  *NAME
   becomes the callee's, or null for a call by a pointer.  */
extern unsigned HOST_WIDE_INT call_cost (rtx_insn *call, const char **name);

/* What is assumed for what is not known, in bytes of a lane's stack: a call, or memory of
   VARIABLE_SIZE.  */
extern unsigned HOST_WIDE_INT unknown_cost (bool variable_size = false);

/* Notes what the insns of the current function say, which takes OWN bytes of
   the stack itself.  */
extern void note_compiled (unsigned HOST_WIDE_INT own);

/* Notes that STMT, perhaps a call, is in a SIMT region.  */
extern void note_region_call (gimple *stmt);

/* Whether the function of NODE may be called in a SIMT region.  */
extern bool may_be_nested_p (cgraph_node *node);

/* Whether STMT takes memory of a size that is not constant from the
   stack.  */
extern bool alloca_call_p (gimple *stmt);

/* Whether the callee of STMT, or what that calls, may have a frame.  */
extern bool callee_has_frame_p (gcall *stmt);

/* Whether DECL, a function, is libgomp's for code that GCC makes: it may
   synchronise threads.  */
extern bool libgomp_p (tree decl);

/* Why CALL is not for the lanes of a warp, for something that it reaches: a
   function with memory of variable size in its frame that calls others which
   have frames, or libgomp.  Null if it is.  */
extern const char *call_obstacle (gcall *call);

/* ---- convergent.cc: what the lanes of a warp must reach together.  */

/* Whether all lanes that the source has together must reach INSN together.  */
extern bool convergent_insn_p (rtx_insn *insn);

/* Says for the calls to come whether the current function holds such an
   insn.  */
extern void note_convergent_function (bool convergent);

/* ---- library-frames.cc: the shipped libraries.  */

/* What a function of theirs takes of the soft stack.  */
struct library_frame
{
  unsigned HOST_WIDE_INT bytes;	/* With all that it calls.  */
  bool unknown;			/* And something whose need is not known.  */
};

/* Looks NAME up, as it is printed in a call.  Returns false if no library has
   it.  */
extern bool find_library_frame (const char *name, struct library_frame *);

#endif /* ACCELFIX_NVPTX */

#endif /* ACCELFIX_FUNCTIONS_H */
