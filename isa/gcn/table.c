/* The table of instructions, and look-ups in it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "isa.h"

/* The short names of gcn.def.  */
enum
{
  V = GCN_GFX803,
  N = (GCN_GFX900 | GCN_GFX906 | GCN_GFX908 | GCN_GFX90A | GCN_GFX942
       | GCN_GFX950),
  A = V | N,
  M = GCN_GFX900,
  P = N & ~M,
  FROM_908 = P & ~GCN_GFX906,
  FROM_90A = GCN_FROM_90A,
  FROM_942 = GCN_FROM_942,
  R908_90A = GCN_GFX908 | GCN_GFX90A,
  ONLY_90A = GCN_GFX90A,
  ONLY_942 = GCN_GFX942,
  ONLY_950 = GCN_GFX950,
  TO_908 = A & ~FROM_90A,
  N_TO_908 = N & ~FROM_90A,
  TO_90A = A & ~FROM_942,
  RDNA_ONLY = 0
};
#define RSCC GCN_F_RSCC
#define WSCC GCN_F_WSCC
#define RVCC GCN_F_RVCC
#define WVCC GCN_F_WVCC
#define REXEC GCN_F_REXEC
#define WEXEC GCN_F_WEXEC
#define RM0 GCN_F_RM0
#define WM0 GCN_F_WM0
#define RDST GCN_F_RDST
#define MOVE GCN_F_MOVE
#define BRANCH GCN_F_BRANCH
#define JUMP GCN_F_JUMP
#define CALL GCN_F_CALL
#define END GCN_F_END
#define PRIV GCN_F_PRIV
#define MOVREL GCN_F_MOVREL
#define LD GCN_F_LD
#define ST GCN_F_ST
#define ATOM GCN_F_ATOM
#define SCRATCH GCN_F_SCRATCH
#define PROBE GCN_F_PROBE
#define DISCARD GCN_F_DISCARD
#define NOE64 GCN_F_NOE64
#define NODPPSDWA GCN_F_NODPPSDWA
#define SDST GCN_F_SDST
#define MADK GCN_F_MADK
#define CO GCN_F_CO
#define VOP3B GCN_F_VOP3B
#define OPSEL GCN_F_OPSEL
#define LANESEL GCN_F_LANESEL
#define EARLY GCN_F_EARLY
#define OFF2 GCN_F_OFF2
#define GDS GCN_F_GDS
#define GWSDATA GCN_F_GWSDATA
#define LANEMOVE GCN_F_LANEMOVE
#define SWIZZLE GCN_F_SWIZZLE
#define ADDTID GCN_F_ADDTID
#define D16 GCN_F_D16
#define D16HI GCN_F_D16HI
#define FORMAT GCN_F_FORMAT
#define TOLDS GCN_F_TOLDS
#define CACHE GCN_F_CACHE
#define SAMPLER GCN_F_SAMPLER
#define GATHER GCN_F_GATHER
#define VM GCN_F_VM
#define LGKM GCN_F_LGKM
#define EXPCNT GCN_F_EXPCNT
#define MAI GCN_F_MAI
#define DOT GCN_F_DOT
#define XDL GCN_F_XDL
#define DGEMM GCN_F_DGEMM
#define PASS2 GCN_F_PASS2
#define PASS4 GCN_F_PASS4
#define PASS8 GCN_F_PASS8
#define PASS16 GCN_F_PASS16
#define FLOATATOM GCN_F_FLOATATOM

#define GCN_ROW(ENC, OP, GENS, ID, OLD, D, S0, S1, S2, FLAGS)		\
  { #ID, OLD, OP, GCN_ENC_##ENC, GENS, GCN_T_##D,			\
    { GCN_T_##S0, GCN_T_##S1, GCN_T_##S2 }, FLAGS },
const struct gcn_row gcn_rows[GCN_N_OPS] =
{
#include "gcn.def"
};

const char *const gcn_enc_names[GCN_N_ENCS] =
{
  "SOP2", "SOP1", "SOPC", "SOPK", "SOPP", "SMEM", "VOP1", "VOP2", "VOPC",
  "VOP3", "VOP3P", "VINTRP", "VOP3", "DS", "FLAT", "GLOBAL", "SCRATCH",
  "MUBUF", "MTBUF", "MIMG", "EXP"
};

/* The columns of RDNA.  */
struct rdna
{
  bool there;
  int16_t op[2];		/* On gfx10-3 and gfx11; NO.  */
  const char *name[2];
};
enum { NO = -1, VOP3_ALONE = 0x1000 };
#define V3(OP) ((OP) | VOP3_ALONE)
#define RDNAR(ID, OP10, OP11, NAME10, NAME11) \
  [GCN_OP_##ID] = { true, { OP10, OP11 }, { NAME10, NAME11 } },
static const struct rdna rdna[GCN_N_OPS] =
{
#include "gcn-rdna.def"
};

/* The opcode of ROW on CPU, negative if it is not there.  *VOP3 says whether it
   is in VOP3 alone, contrary to the row's encoding.  */
int
gcn_row_opcode (const struct gcn_row *row, enum gcn_cpu cpu, bool *vop3)
{
  *vop3 = false;
  if (!(cpu & GCN_RDNA))
    return row->gens & cpu ? row->opcode : NO;
  const struct rdna *r = &rdna[row - gcn_rows];
  int op = r->there ? r->op[cpu == GCN_GFX1100] : NO;
  if (op == NO)
    return NO;
  *vop3 = op & VOP3_ALONE;
  return op & ~VOP3_ALONE;
}

/* Whether CPU has ROW.  */
bool
gcn_row_there (const struct gcn_row *row, enum gcn_cpu cpu)
{
  bool vop3;
  return gcn_row_opcode (row, cpu, &vop3) >= 0;
}

/* The name of ROW on CPU.  */
const char *
gcn_row_name (const struct gcn_row *row, enum gcn_cpu cpu)
{
  if (cpu & GCN_RDNA)
    {
      const char *name = rdna[row - gcn_rows].name[cpu == GCN_GFX1100];
      return name ? name : row->name;
    }
  return row->old && cpu == GCN_GFX803 ? row->old : row->name;
}

/* The processor called NAME, as "gfx906"; zero for one that the table does
   not cover whole.  */
enum gcn_cpu
gcn_cpu_by_name (const char *name)
{
  if (strcmp (name, "gfx803") == 0 || strcmp (name, "fiji") == 0)
    return GCN_GFX803;
  if (strcmp (name, "gfx900") == 0)
    return GCN_GFX900;
  if (strcmp (name, "gfx906") == 0)
    return GCN_GFX906;
  if (strcmp (name, "gfx908") == 0)
    return GCN_GFX908;
  if (strcmp (name, "gfx90a") == 0)
    return GCN_GFX90A;
  if (strcmp (name, "gfx942") == 0)
    return GCN_GFX942;
  if (strcmp (name, "gfx950") == 0)
    return GCN_GFX950;
  if (strcmp (name, "gfx1030") == 0)
    return GCN_GFX1030;
  if (strcmp (name, "gfx1100") == 0)
    return GCN_GFX1100;
  return 0;
}

/* The processor whose code that called NAME has: itself, or one that differs
   in what is no matter for reading it and for its wait states, the larger set
   where NAME stands for several; zero for one that is not known.  */
enum gcn_cpu
gcn_cpu_like (const char *name)
{
  static const struct { const char *name; enum gcn_cpu cpu; } like[] = {
    { "gfx902", GCN_GFX900 }, { "gfx904", GCN_GFX906 },
    { "gfx909", GCN_GFX900 }, { "gfx90c", GCN_GFX900 },
    { "gfx9-generic", GCN_GFX900 }, { "gfx9-4-generic", GCN_GFX950 },
    { "gfx1036", GCN_GFX1030 }, { "gfx10-3-generic", GCN_GFX1030 },
    { "gfx1103", GCN_GFX1100 }, { "gfx11-generic", GCN_GFX1100 }
  };
  for (size_t i = 0; i < sizeof like / sizeof *like; i++)
    if (strcmp (name, like[i].name) == 0)
      return like[i].cpu;
  return gcn_cpu_by_name (name);
}

/* The name of hardware register ID on CPU, as s_getreg's operand has it after
   "HW_REG_"; null where it has none.  */

const char *
gcn_hwreg_name (unsigned id, enum gcn_cpu cpu)
{
  static const char *const names[] =
  {
    [1] = "MODE", "STATUS", "TRAPSTS", "HW_ID", "GPR_ALLOC", "LDS_ALLOC",
    "IB_STS", [15] = "SH_MEM_BASES", "TBA_LO", "TBA_HI", "TMA_LO", "TMA_HI",
    [20] = "XCC_ID", "SQ_PERF_SNAPSHOT_DATA", "SQ_PERF_SNAPSHOT_DATA1",
    "SQ_PERF_SNAPSHOT_PC_LO", "SQ_PERF_SNAPSHOT_PC_HI"
  };
  static const char *const rdna2[] =
  {
    [16] = "TBA_LO", "TBA_HI", "TMA_LO", "TMA_HI", "FLAT_SCR_LO",
    "FLAT_SCR_HI", [23] = "HW_ID1", "HW_ID2", "POPS_PACKER",
    [29] = "SHADER_CYCLES"
  };
  static const char *const rdna3[] =
  {
    [18] = "PERF_SNAPSHOT_PC_LO", "PERF_SNAPSHOT_PC_HI", "FLAT_SCR_LO",
    "FLAT_SCR_HI", [23] = "HW_ID1", "HW_ID2", [27] = "PERF_SNAPSHOT_DATA",
    [29] = "SHADER_CYCLES"
  };
  if (cpu & GCN_RDNA)
    return (id == 4 || id > 29 ? NULL : id < 16 ? names[id]
	    : cpu == GCN_GFX1030 ? rdna2[id] : rdna3[id]);
  unsigned end = cpu == GCN_GFX803 ? 8 : !(cpu & GCN_FROM_942) ? 20 : 25;
  return id < end ? names[id] : NULL;
}

void
gcn_waitcnt (unsigned v, enum gcn_cpu cpu, struct gcn_waits *w)
{
  bool gfx9 = cpu != GCN_GFX803;
  w->exp = v >> 4 & 7;
  w->vm_max = gfx9 ? 63 : 15;
  w->vm = (v & 15) | (gfx9 ? v >> 10 & 0x30 : 0);
  w->lgkm_max = cpu & GCN_RDNA ? 63 : 15;
  w->lgkm = v >> 8 & w->lgkm_max;
  if (cpu == GCN_GFX1100)
    {
      w->exp = v & 7;
      w->lgkm = v >> 4 & 63;
      w->vm = v >> 10 & 63;
    }
}

/* The number of registers that an operand of type T takes on CPU.  */
unsigned
gcn_type_regs (enum gcn_type t, enum gcn_cpu cpu)
{
  bool packed = cpu != GCN_GFX803;
  switch (t)
    {
    case GCN_T_none:
      return 0;
    case GCN_T_d16x2:
      return packed ? 1 : 2;
    case GCN_T_d16x3:
      return packed ? 2 : 3;
    case GCN_T_d16x4:
      return packed ? 2 : 4;
    case GCN_T_b64: case GCN_T_u64: case GCN_T_i64: case GCN_T_f64:
      return 2;
    case GCN_T_b96:
      return 3;
    case GCN_T_b128:
      return 4;
    case GCN_T_b192:
      return 6;
    case GCN_T_b256:
      return 8;
    case GCN_T_b512:
      return 16;
    case GCN_T_b1024:
      return 32;
    default:
      return 1;
    }
}

bool
gcn_type_float_p (enum gcn_type t)
{
  return (t == GCN_T_f16 || t == GCN_T_f32 || t == GCN_T_f64
	  || t == GCN_T_h16 || t == GCN_T_m16);
}

/* Whether T is an operand of 16 bits.  */
bool
gcn_half_type_p (enum gcn_type t)
{
  return (t == GCN_T_b16 || t == GCN_T_u16 || t == GCN_T_i16
	  || t == GCN_T_f16);
}

/* On GFX9 some instructions of VOP3 do; gfx10-3 has them for those of 16 bits
   that were moved to VOP3; gfx11 has them for all operands of 16 bits, in the
   short encodings too.  */
bool
gcn_selects_halves_p (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  const struct gcn_row *r = in->row;
  bool vop3;
  if (r->enc < GCN_ENC_VOP1 || r->enc > GCN_ENC_VOP3)
    return false;
  bool halves = gcn_half_type_p ((enum gcn_type) r->d);
  for (int i = 0; i < 3; i++)
    halves |= gcn_half_type_p ((enum gcn_type) r->s[i]);
  if (cpu == GCN_GFX1100 && halves)
    return true;
  gcn_row_opcode (r, cpu, &vop3);
  if (cpu == GCN_GFX1030 && halves && vop3)
    return true;
  return in->form == GCN_E64 && r->flags & GCN_F_OPSEL;
}
