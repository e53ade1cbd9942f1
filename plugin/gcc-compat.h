/* Every difference between the GCC releases and targets built for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each source file of the plugin includes this file first and no header of
   GCC's itself.  Pass files carry no test of a version: what differs is
   hidden here behind an inline function or a macro, with the reason.

   What is private to GCC and used all the same:
   - struct machine_function of nvptx (config/nvptx/nvptx.h), for the
     registers that GCC defines only in text that it prints;
   - the patterns of nvptx's nop, exit and fake_nop insns, which are
     (const_int 0), (const_int 1) and (const_int 2) in all releases from 8
     to 16 (config/nvptx/nvptx.md);
   - the numbers of nvptx's unspecs (insn-constants.h).  */

#ifndef ACCELFIX_GCC_COMPAT_H
#define ACCELFIX_GCC_COMPAT_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "tm.h"

/* plugin/host/Makefile sets this for the plugin of gcc, g++ and gfortran.  */
#ifndef ACCELFIX_HOST
# define ACCELFIX_HOST 0
#endif

/* The target is told by what its tm.h defines, not by the build system, so
   that headers and plugin cannot disagree.  */
#if ACCELFIX_HOST
# if defined (SOFTSTACK_SLOT_REGNUM) || defined (FIRST_SGPR_REG)
#  error "these are the plugin headers of an offload compiler: the plugin for \
gcc, g++ and gfortran needs those of the package gcc-N-plugin-dev"
# endif
# define ACCELFIX_NVPTX 0
# define ACCELFIX_GCN 0
# define ACCELFIX_TARGET_NAME "gcc"
#elif defined (SOFTSTACK_SLOT_REGNUM)
# define ACCELFIX_NVPTX 1
# define ACCELFIX_GCN 0
# define ACCELFIX_TARGET_NAME "nvptx"
#elif defined (FIRST_SGPR_REG)
# define ACCELFIX_NVPTX 0
# define ACCELFIX_GCN 1
# define ACCELFIX_TARGET_NAME "amdgcn"
#else
# error "these are the plugin headers of a host compiler: accelfix needs \
the headers of an offload compiler (nvptx-none or amdgcn-amdhsa), which \
config/accel-headers makes"
#endif

#include "bversion.h"
#if BUILDING_GCC_MAJOR < 11
# error "accelfix needs GCC 11 or later"
#endif

/* Whether there are indirect functions, which libgomp has a table for.  */
#define ACCELFIX_HAS_INDIRECT_TABLE (BUILDING_GCC_MAJOR >= 14)

#include "backend.h"
#include "target.h"
#include "rtl.h"
#include "tree.h"
#include "gimple.h"
#include "memmodel.h"
#include "tm_p.h"
#include "stringpool.h"
#include "attribs.h"
#include "cfghooks.h"
#include "df.h"
#include "insn-config.h"
#include "insn-attr.h"
#include "recog.h"
#include "regs.h"
#include "emit-rtl.h"
#include "explow.h"
#include "expmed.h"
#include "expr.h"
#include "diagnostic-core.h"
#include "output.h"
#include "cfgrtl.h"
#include "cfganal.h"
#include "cfgbuild.h"
#include "rtl-iter.h"
#include "tree-pass.h"
#include "context.h"
#include "intl.h"
#include "opts.h"
#if !ACCELFIX_HOST	/* It includes one that gcc-11-plugin-dev lacks.  */
# include "optabs.h"
#endif
#include "options.h"
#include "plugin.h"
#include "print-rtl.h"
#include "sbitmap.h"
#include "ssa.h"
#include "gimple-iterator.h"
#if ACCELFIX_NVPTX || ACCELFIX_HOST
# include "fold-const.h"
# include "cfgloop.h"
# include "cgraph.h"
# include "dumpfile.h"
# include "gimple-fold.h"	/* Needs that.  */
# include "gimple-pretty-print.h"
# include "gimple-walk.h"
# include "gimplify.h"
# include "gimplify-me.h"
# include "gimple-expr.h"
# include "internal-fn.h"
# include "function.h"
# include "omp-general.h"
# include "tree-cfg.h"
# include "tree-dfa.h"
# include "tree-into-ssa.h"
# include "tree-ssa.h"
# include "tree-ssa-live.h"
# include "tree-outof-ssa.h"
# include "tree-pretty-print.h"
# include "tree-ssa-alias.h"
# include "tree-ssa-operands.h"
# include "varasm.h"
#endif
#if ACCELFIX_HOST
# include "langhooks.h"
# include "omp-offload.h"
# include "tree-inline.h"
# include "tree-iterator.h"
#endif

/* Whether the user gave option VAR.  GCC 12 has OPTION_SET_P for this; the
   field that it reads is in all releases.  */
#define ACCELFIX_OPTION_SET_P(VAR) (global_options_set.x_##VAR)

/* How the user hands an option to the offload compiler for one target: GCC 12
   added -foffload-options.  */
#if BUILDING_GCC_MAJOR >= 12
# define ACCELFIX_OFFLOAD_OPTION "-foffload-options"
#else
# define ACCELFIX_OFFLOAD_OPTION "-foffload"
#endif

#if BUILDING_GCC_MAJOR < 12
/* GCC 12 added this to system.h.  */
static inline bool
startswith (const char *str, const char *prefix)
{
  return strncmp (str, prefix, strlen (prefix)) == 0;
}
#endif

/* GCC 16 dropped the macros for const_cast, since all of it is C++ now.  */
#ifndef CONST_CAST_RTX
# define CONST_CAST_RTX(X) const_cast<rtx> (X)
#endif
#ifndef CONST_CAST_RTX_INSN
# define CONST_CAST_RTX_INSN(X) const_cast<rtx_insn *> (X)
#endif
#ifndef CONST_CAST_TREE
# define CONST_CAST_TREE(X) const_cast<tree> (X)
#endif

/* GCC 16's end_sequence returns the insns; that of older releases returns
   nothing.  get_insns before it works in all.  */
static inline rtx_insn *
accelfix_end_sequence (void)
{
  rtx_insn *insns = get_insns ();
  end_sequence ();
  return insns;
}

/* GCC 11 has one kind of statement for OpenACC's "enter data" and "exit data".  */
#if BUILDING_GCC_MAJOR < 12
# define GF_OMP_TARGET_KIND_OACC_EXIT_DATA \
    GF_OMP_TARGET_KIND_OACC_ENTER_EXIT_DATA
# define GF_OMP_TARGET_KIND_OACC_ENTER_DATA \
    GF_OMP_TARGET_KIND_OACC_ENTER_EXIT_DATA
#endif

/* Whether code for exceptions is made for devices, which cannot do anything with it.  */
#define ACCELFIX_THROWS (BUILDING_GCC_MAJOR < 16)

/* Whether IFN_CLZ and IFN_CTZ of 0 without a second argument are what the processor says
   that the code was simplified for.  GCC 14 brought the argument.  */
#define ACCELFIX_HOSTS_ZERO (BUILDING_GCC_MAJOR < 14)

/* Whether devices have no libstdc++.  */
#define ACCELFIX_LACKS_LIBSTDCXX (BUILDING_GCC_MAJOR < 15)

#if ACCELFIX_HOST
/* The clauses of STMT if it is a scope construct, which GCC 12 added; otherwise
   NULL.  */
static inline tree
accelfix_scope_clauses (const gimple *stmt ATTRIBUTE_UNUSED)
{
#if BUILDING_GCC_MAJOR >= 12
  if (gimple_code (stmt) == GIMPLE_OMP_SCOPE)
    return gimple_omp_scope_clauses (stmt);
#endif
  return NULL_TREE;
}

/* Whether libgomp lacks omp_target_memcpy_async.  */
# define ACCELFIX_LACKS_ASYNC_COPIES (BUILDING_GCC_MAJOR < 13)

/* Whether libgomp knows the default device only when it has looked for devices.  */
# define ACCELFIX_COPIES_DEFAULT_DEVICE (BUILDING_GCC_MAJOR >= 13)

/* Whether the clause map C may be none of the program's.  GCC 11 does not say.  */
static inline bool
host_implicit_map_p (tree c)
{
# if BUILDING_GCC_MAJOR >= 12
  return OMP_CLAUSE_MAP_RUNTIME_IMPLICIT_P (c);
# else
  return OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP;
# endif
}

/* Whether gfortran loses has_device_addr of combined constructs.  GCC 11 lacks the
   clause.  */
# define ACCELFIX_LOSES_DEVICE_ADDR (BUILDING_GCC_MAJOR == 12)

/* Whether the elements of a firstprivate allocatable array are sent to devices.  */
# define ACCELFIX_SENDS_PRIVATE_ARRAYS (BUILDING_GCC_MAJOR >= 14)

/* Whether the C++ front end walks over the blocks of target regions, and expects
   that each BIND_EXPR has one.  */
# define ACCELFIX_WALKS_BLOCKS \
    (BUILDING_GCC_MAJOR >= 12 && BUILDING_GCC_MAJOR <= 14)

/* Whether the host's mode of a function's result is sent, which the device's compiler
   stops at.  */
# define ACCELFIX_SENDS_VECTOR_MODES (BUILDING_GCC_MAJOR >= 15)

/* Whether the C++ front end maps what stands for an empty lambda function.  */
# define ACCELFIX_MAPS_EMPTY_CLASSES \
    (BUILDING_GCC_MAJOR >= 12 && BUILDING_GCC_MAJOR <= 13)

/* Whether this is lto1.  */
static inline bool
accelfix_lto1_p (void)
{
  return strcmp (lang_hooks.name, "GNU GIMPLE") == 0;
}
#endif

#if ACCELFIX_NVPTX
/* The value of the compiler's own -minit-regs, or a null pointer where the
   release has no such option: GCC 12 brought it.  */
static inline int *
accelfix_own_init_regs (void)
{
#if BUILDING_GCC_MAJOR >= 12
  return &global_options.x_nvptx_init_regs;
#else
  return NULL;
#endif
}

/* Whether the user gave -minit-regs=N.  */
static inline bool
accelfix_own_init_regs_given (void)
{
#if BUILDING_GCC_MAJOR >= 12
  return ACCELFIX_OPTION_SET_P (nvptx_init_regs) != 0;
#else
  return false;
#endif
}

/* Registers of the current function that only printed text defines
   (nvptx_declare_function_name writes it before the first insn).  Puts them
   into REGS, which has room for ACCELFIX_MAX_TEXT_REGS, and returns how many
   there are.  GCC 12 added unisimt_outside_simt_predicate.
   unisimt_location is made while the text is printed, so that no pass can
   see it.  */
#define ACCELFIX_MAX_TEXT_REGS 8
static inline int
accelfix_text_regs (rtx *regs)
{
  struct machine_function *m = cfun->machine;
  rtx all[] = {
    m->axis_predicate[0], m->axis_predicate[1], m->bcast_partition,
    m->red_partition, m->sync_bar, m->unisimt_master, m->unisimt_predicate,
#if BUILDING_GCC_MAJOR >= 12
    m->unisimt_outside_simt_predicate,
#endif
  };
  int n = 0;
  for (rtx reg : all)
    if (reg)
      regs[n++] = reg;
  return n;
}
/* Whether the current function calls a variadic one.  GCC 14 mended the
   field's name.  */
static inline bool
accelfix_has_variadic (void)
{
#if BUILDING_GCC_MAJOR >= 14
  return cfun->machine->has_variadic;
#else
  return cfun->machine->has_varadic;
#endif
}
/* Whether the back end can exchange values of MODE between the lanes of a warp
   (nvptx_gen_shuffle).  GCC 12 added complex numbers, if their parts have 64
   bits.  */
static inline bool
accelfix_exchange_mode_p (machine_mode mode)
{
  switch (mode)
    {
    case E_QImode:
    case E_HImode:
    case E_SImode:
    case E_DImode:
    case E_SFmode:
    case E_DFmode:
    case E_BImode:
    case E_V2SImode:
    case E_V2DImode:
      return true;
    case E_DCmode:
    case E_CDImode:
      return BUILDING_GCC_MAJOR >= 12;
    default:
      return false;
    }
}
/* Whether UNSPEC is that of the check for a uniform warp, which GCC 12
   added.  */
static inline bool
accelfix_warp_check_p (int unspec ATTRIBUTE_UNUSED)
{
#if BUILDING_GCC_MAJOR >= 12
  return unspec == UNSPECV_UNIFORM_WARP_CHECK;
#else
  return false;
#endif
}
/* Whether UNSPEC is a barrier of one warp: GCC 12 added them.  */
static inline bool
accelfix_warp_sync_p (int unspec ATTRIBUTE_UNUSED)
{
#if BUILDING_GCC_MAJOR >= 12
  return unspec == UNSPECV_WARPSYNC || unspec == UNSPECV_UNIFORM_WARP_CHECK;
#else
  return false;
#endif
}
#endif /* ACCELFIX_NVPTX */

/* Calls FN (ITERATOR) for each statement of FUN.  */
template <typename F>
void
for_each_stmt (function *fun, F fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      fn (gsi);
}

#endif /* ACCELFIX_GCC_COMPAT_H */
