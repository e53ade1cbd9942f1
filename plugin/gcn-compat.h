/* What differs between the GCC releases on amdgcn.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Included after gcc-compat.h by the amdgcn passes; they carry no test of a
   version or of a processor themselves.  */

#ifndef ACCELFIX_GCN_COMPAT_H
#define ACCELFIX_GCN_COMPAT_H

#if ACCELFIX_GCN

#include "insn-constants.h"
#include "internal-fn.h"

/* Whether LDS and FLAT accesses are limited by M0: GFX6 to GFX8.  GCC 13
   named the condition and made its prologue depend on it; before, each
   prologue writes M0 on each processor.  GCC 15 dropped gfx803, the last
   processor of the kind.  */
static inline bool
accelfix_m0_limits_lds (void)
{
#if defined (TARGET_M0_LDS_LIMIT)
  return TARGET_M0_LDS_LIMIT;
#elif BUILDING_GCC_MAJOR < 13
  return TARGET_GCN3;
#else
  return false;
#endif
}

/* Whether OpenACC has more than one worker, and one executes code for all: since
   GCC 12.  */
#define ACCELFIX_GCN_WORKERS (BUILDING_GCC_MAJOR >= 12)

/* Whether STMT names the variables that may be put into LDS, from its fourth
   argument on.  GCC 11 has no such marker.  */
static inline bool
accelfix_private_marker_p (gimple *stmt)
{
#if BUILDING_GCC_MAJOR >= 12
  return (gimple_call_internal_p (stmt, IFN_UNIQUE)
	  && (TREE_INT_CST_LOW (gimple_call_arg (stmt, 0))
	      == (unsigned) IFN_UNIQUE_OACC_PRIVATE));
#else
  return (void) stmt, false;
#endif
}

/* The pass that has one worker execute code for all, or where it would stand.  */
#define ACCELFIX_NEUTER_PASS \
  (ACCELFIX_GCN_WORKERS ? "omp_oacc_neuter_broadcast" : "oaccdevlow")

/* What writes the scalar data cache back at the end of a program, as text.  Up
   to GCC 13 memory is also written by scalar stores, and the pattern gcn_return
   has this instruction; GCC 14 dropped both, since GFX10 has no scalar stores
   and the assembler refuses the instruction for GFX11.  */
#if BUILDING_GCC_MAJOR < 14
# define ACCELFIX_DCACHE_WRITE_BACK "s_dcache_wb\n\t"
#else
# define ACCELFIX_DCACHE_WRITE_BACK ""
#endif

/* How many different scalar registers a VALU instruction may read: one
   before GFX10, then two.  GCC 14 is the first to know GFX10.  */
static inline int
accelfix_constant_bus_limit (void)
{
#if defined (TARGET_RDNA2_PLUS)
  return TARGET_RDNA2_PLUS ? 2 : 1;
#else
  return 1;
#endif
}

/* Whether the current function is not a kernel, that is, returns to a
   caller.  */
static inline bool
accelfix_normal_function_p (void)
{
  return !cfun->machine || cfun->machine->normal_function;
}

/* Whether X is GCC's marker that keeps the prologue's write of register
   REGNO alive.  */
static inline bool
accelfix_prologue_use_p (const_rtx x, unsigned regno)
{
  return (GET_CODE (x) == UNSPEC_VOLATILE
	  && XINT (x, 1) == UNSPECV_PROLOGUE_USE
	  && REG_P (XVECEXP (x, 0, 0))
	  && REGNO (XVECEXP (x, 0, 0)) == regno);
}

/* The bytes of LDS that variables may take as -mgang-private-size says, or by
   default in OpenACC code; 0 where nothing says it.  GCC 12 brought the
   option, and with it gang-private variables in LDS.  In GCC 11 a gang is one
   wave: gang-private variables are on its stack, and LDS holds what GCC makes
   for worker reductions, bounded by its ACC_LDS_SIZE.  */
static inline int
accelfix_gang_private_size (void)
{
#if BUILDING_GCC_MAJOR >= 12
  if (ACCELFIX_OPTION_SET_P (gang_private_size_opt) || flag_openacc)
    return gang_private_size_opt;
  return 0;
#else
  return flag_openacc ? 32768 : 0;
#endif
}

/* Whether the stack of a wave is its private segment, for which the compiler
   sets the size, and the user has not set it.  */
static inline bool
accelfix_private_stack_p (void)
{
#if BUILDING_GCC_MAJOR < 13
  return (flag_openmp || flag_openacc) && !ACCELFIX_OPTION_SET_P (stack_size_opt);
#else
  return false;
#endif
}

/* Where ordinary functions find what the hardware gave to the kernel: the
   address of the kernel's arguments, in a pair of registers, and the number of
   the work group.  Up to GCC 12 a descriptor of the private segment comes
   first and takes four; from GCC 13 on stacks are memory that the loader
   gives, and there is none (default_requested_args in gcn.cc).  */
#if BUILDING_GCC_MAJOR >= 13
# define ACCELFIX_KERNARG_REGNO (FIRST_SGPR_REG + 4)
# define ACCELFIX_WORKGROUP_ID_X_REGNO (FIRST_SGPR_REG + 6)
#else
# define ACCELFIX_KERNARG_REGNO (FIRST_SGPR_REG + 8)
# define ACCELFIX_WORKGROUP_ID_X_REGNO (FIRST_SGPR_REG + 10)
#endif

/* The end of the words in LDS that libgomp's device code uses (libgomp.h and
   config/gcn/libgomp-gcn.h, GCN_* and TEAM_ARENA_*): an 8-byte word at 32 up to
   GCC 13, one at 40 in GCC 14, one at 48 from 15 on.  */
#if BUILDING_GCC_MAJOR < 14
# define ACCELFIX_OMP_RUNTIME_END 40
#elif BUILDING_GCC_MAJOR == 14
# define ACCELFIX_OMP_RUNTIME_END 48
#else
# define ACCELFIX_OMP_RUNTIME_END 56
#endif

/* The words that the loaders of GCC put into the kernel arguments of main and
   of offload code (struct kernargs of libgomp's plugin-gcn.c and of gcn-run; since
   GCC 13 struct kernargs_abi), and where they end.  */
struct accelfix_kernarg { int offset, size; };

static const struct accelfix_kernarg accelfix_runtime_kernargs[] =
{
  { 16, 8 },			/* Console output.  */
  { 24, 8 },			/* Heap.  */
  { 32, 8 },			/* Arena.  */
#if BUILDING_GCC_MAJOR >= 13
  { 40, 8 },			/* Stack.  */
  { 48, 4 },			/* Size of a team's arena,  */
  { 52, 4 },			/* of a thread's stack.  */
#endif
  { 0, 0 }
};

#if BUILDING_GCC_MAJOR >= 13
# define ACCELFIX_RUNTIME_KERNARGS 56
#else
# define ACCELFIX_RUNTIME_KERNARGS 40
#endif

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_GCN_COMPAT_H */
