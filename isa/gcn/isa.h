/* Instructions of GCN3 and GFX9: table, decoder, printer.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_ISA_H
#define GCN_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Processors, as bits of gcn_row.gens, and some sets of them.  */
enum gcn_cpu
{
  GCN_GFX803 = 1, GCN_GFX900 = 2, GCN_GFX906 = 4, GCN_GFX908 = 8,
  GCN_GFX90A = 16, GCN_GFX942 = 32, GCN_GFX950 = 64,
  GCN_GFX1030 = 128, GCN_GFX1100 = 256
};
enum
{
  GCN_FROM_942 = GCN_GFX942 | GCN_GFX950,	/* CDNA 3 and later,  */
  GCN_FROM_90A = GCN_GFX90A | GCN_FROM_942,	/* CDNA 2,  */
  GCN_FROM_908 = GCN_GFX908 | GCN_FROM_90A,	/* CDNA.  */
  GCN_RDNA = GCN_GFX1030 | GCN_GFX1100		/* In waves of 64.  */
};

enum gcn_enc
{
  GCN_ENC_SOP2, GCN_ENC_SOP1, GCN_ENC_SOPC, GCN_ENC_SOPK, GCN_ENC_SOPP,
  GCN_ENC_SMEM, GCN_ENC_VOP1, GCN_ENC_VOP2, GCN_ENC_VOPC, GCN_ENC_VOP3,
  GCN_ENC_VOP3P, GCN_ENC_VINTRP, GCN_ENC_VINTRP3, GCN_ENC_DS, GCN_ENC_FLAT,
  GCN_ENC_GLOBAL, GCN_ENC_SCRATCH, GCN_ENC_MUBUF, GCN_ENC_MTBUF,
  GCN_ENC_MIMG, GCN_ENC_EXP, GCN_N_ENCS
};

/* Types of operands: how many bits, and how a constant is taken.  */
enum gcn_type
{
  GCN_T_none,
  GCN_T_b8, GCN_T_u8, GCN_T_i8, GCN_T_b16, GCN_T_u16, GCN_T_i16, GCN_T_f16,
  GCN_T_b32, GCN_T_u32, GCN_T_i32, GCN_T_f32,
  GCN_T_p16, GCN_T_h16,		/* Two integers, two floats of 16 bits.  */
  GCN_T_m16,			/* f32, or one f16 of a register.  */
  GCN_T_d16x2,			/* Two halves: one register on GFX9, two on
				   gfx803.  */
  GCN_T_b64, GCN_T_u64, GCN_T_i64, GCN_T_f64,
  GCN_T_d16x3, GCN_T_d16x4,	/* Two on GFX9, three and four on gfx803.  */
  GCN_T_b96, GCN_T_b128, GCN_T_b192, GCN_T_b256, GCN_T_b512, GCN_T_b1024,
  /* Constants in the instruction itself.  */
  GCN_T_simm16, GCN_T_uimm16, GCN_T_imm16, GCN_T_opt16, GCN_T_label,
  GCN_T_hwreg, GCN_T_waitcnt, GCN_T_depctr, GCN_T_delay, GCN_T_sendmsg, GCN_T_imm4, GCN_T_gpridx,
  GCN_T_param
};

/* Flags of an instruction.  That vector instructions read EXEC goes without
   saying, and that v_cmp's VOP3 form writes an SGPR pair in place of VCC.  */
#define GCN_F_RSCC	(UINT64_C (1) << 0)
#define GCN_F_WSCC	(UINT64_C (1) << 1)
#define GCN_F_RVCC	(UINT64_C (1) << 2)
#define GCN_F_WVCC	(UINT64_C (1) << 3)
#define GCN_F_REXEC	(UINT64_C (1) << 4)
#define GCN_F_WEXEC	(UINT64_C (1) << 5)
#define GCN_F_RM0	(UINT64_C (1) << 6)
#define GCN_F_WM0	(UINT64_C (1) << 7)
#define GCN_F_RDST	(UINT64_C (1) << 8)	/* Reads what it writes.  */
#define GCN_F_MOVE	(UINT64_C (1) << 9)	/* Copies only.  */
#define GCN_F_BRANCH	(UINT64_C (1) << 10)
#define GCN_F_JUMP	(UINT64_C (1) << 11)	/* Never goes on behind.  */
#define GCN_F_CALL	(UINT64_C (1) << 12)
#define GCN_F_END	(UINT64_C (1) << 13)	/* The wave ends.  */
#define GCN_F_PRIV	(UINT64_C (1) << 14)	/* For trap handlers.  */
#define GCN_F_MOVREL	(UINT64_C (1) << 15)
#define GCN_F_LD	(UINT64_C (1) << 16)
#define GCN_F_ST	(UINT64_C (1) << 17)
#define GCN_F_ATOM	(UINT64_C (1) << 18)
#define GCN_F_SCRATCH	(UINT64_C (1) << 19)
#define GCN_F_PROBE	(UINT64_C (1) << 20)
#define GCN_F_DISCARD	(UINT64_C (1) << 21)
#define GCN_F_NOE64	(UINT64_C (1) << 22)
#define GCN_F_NODPPSDWA	(UINT64_C (1) << 23)
#define GCN_F_SDST	(UINT64_C (1) << 24)	/* VDST names an SGPR.  */
#define GCN_F_MADK	(UINT64_C (1) << 25)	/* Has a literal always.  */
#define GCN_F_CO	(UINT64_C (1) << 26)	/* Carry out, VOP3 form b.  */
#define GCN_F_VOP3B	(UINT64_C (1) << 27)	/* A scalar destination.  */
#define GCN_F_OPSEL	(UINT64_C (1) << 28)
#define GCN_F_LANESEL	(UINT64_C (1) << 30)	/* S1 is a lane's number.  */
#define GCN_F_EARLY	(UINT64_C (1) << 31)	/* Destination apart.  */
#define GCN_F_OFF2	(UINT64_C (1) << 32)	/* Two offsets of 8 bits.  */
#define GCN_F_GDS	(UINT64_C (1) << 33)	/* Only with gds.  */
#define GCN_F_GWSDATA	(UINT64_C (1) << 34)
#define GCN_F_LANEMOVE	(UINT64_C (1) << 35)
#define GCN_F_SWIZZLE	(UINT64_C (1) << 36)
#define GCN_F_ADDTID	(UINT64_C (1) << 37)
#define GCN_F_D16	(UINT64_C (1) << 38)
#define GCN_F_D16HI	(UINT64_C (1) << 39)
#define GCN_F_FORMAT	(UINT64_C (1) << 40)
#define GCN_F_TOLDS	(UINT64_C (1) << 41)
#define GCN_F_CACHE	(UINT64_C (1) << 42)
#define GCN_F_SAMPLER	(UINT64_C (1) << 43)
#define GCN_F_GATHER	(UINT64_C (1) << 44)
#define GCN_F_VM	(UINT64_C (1) << 45)	/* Counted in vmcnt,  */
#define GCN_F_LGKM	(UINT64_C (1) << 46)	/* lgkmcnt,  */
#define GCN_F_EXPCNT	(UINT64_C (1) << 47)	/* expcnt.  */

#define GCN_F_MAI	(UINT64_C (1) << 48)	/* A matrix, or AGPRs.  */
#define GCN_F_DOT	(UINT64_C (1) << 49)
#define GCN_F_XDL	(UINT64_C (1) << 50)	/* No matrix of f32, f64.  */
#define GCN_F_DGEMM	(UINT64_C (1) << 51)	/* A matrix of f64.  */
#define GCN_F_PASS2	(UINT64_C (1) << 52)	/* Passes of a matrix.  */
#define GCN_F_PASS4	(UINT64_C (1) << 53)
#define GCN_F_PASS8	(UINT64_C (1) << 54)
#define GCN_F_PASS16	(UINT64_C (1) << 55)
#define GCN_F_FLOATATOM	(UINT64_C (1) << 56)	/* An atomic one on floats.  */

/* GCN_OP_s_add_u32, ...: the rows of the table.  */
enum gcn_op
{
#define GCN_ROW(ENC, OP, GENS, ID, OLD, D, S0, S1, S2, FLAGS) GCN_OP_##ID,
#include "gcn.def"
  GCN_N_OPS
};

struct gcn_row
{
  const char *name, *old;	/* OLD: on gfx803, if that differs.  */
  uint16_t opcode;
  uint8_t enc, gens;		/* GENS: without RDNA.  */
  uint8_t d, s[3];		/* enum gcn_type.  */
  uint64_t flags;
};
extern const struct gcn_row gcn_rows[GCN_N_OPS];
extern const char *const gcn_enc_names[GCN_N_ENCS];
extern const char *gcn_row_name (const struct gcn_row *, enum gcn_cpu);
extern int gcn_row_opcode (const struct gcn_row *, enum gcn_cpu, bool *vop3);
extern bool gcn_row_there (const struct gcn_row *, enum gcn_cpu);
extern enum gcn_cpu gcn_cpu_by_name (const char *);
extern const char *gcn_hwreg_name (unsigned id, enum gcn_cpu);
extern bool gcn_half_type_p (enum gcn_type);
extern enum gcn_cpu gcn_cpu_like (const char *);

/* Operands as the encodings have them: 0 to 101 SGPRs, on RDNA to 105; 106 VCC,
   124 M0, 125 the null register of RDNA (gfx11 has these two the other way), 126
   EXEC, 128 to 248 constants, 256 to 511 VGPRs; AGPRs, which the encodings mark
   elsewhere, from 512 on.  */
enum
{
  GCN_FLAT_SCRATCH = 102, GCN_XNACK_MASK = 104, GCN_VCC = 106,
  GCN_TTMP_VI = 112, GCN_TTMP_GFX9 = 108, GCN_TTMP_END = 124, GCN_M0 = 124,
  GCN_NULL = 125, GCN_SGPRS_RDNA = 106,
  GCN_SINK = 210,		/* The machine writes here what goes to the null
				   register.  */
  GCN_EXEC = 126, GCN_INT_0 = 128, GCN_INT_64 = 192, GCN_INT_M1 = 193,
  GCN_INT_M16 = 208, GCN_SHARED_BASE = 235, GCN_SHARED_LIMIT,
  GCN_PRIVATE_BASE, GCN_PRIVATE_LIMIT, GCN_POPS_WAVE_ID,
  GCN_FLOAT_FIRST = 240, GCN_FLOAT_LAST = 248, GCN_SDWA = 249,
  GCN_DPP8 = 233, GCN_DPP8_FI = 234,	/* As GCN_DPP, on RDNA.  */
  GCN_DPP = 250, GCN_VCCZ = 251, GCN_EXECZ, GCN_SCC, GCN_LDS_DIRECT,
  GCN_LITERAL = 255, GCN_VGPR = 256, GCN_AGPR = 512,
  GCN_NO_OPERAND = 0xffff
};

/* How an instruction of VOP1, VOP2, VOPC is written.  */
enum gcn_form { GCN_E32, GCN_E64, GCN_SDWA_FORM, GCN_DPP_FORM };

/* Parts of a register that SDWA selects.  */
enum gcn_sdwa { GCN_BYTE_0, GCN_BYTE_1, GCN_BYTE_2, GCN_BYTE_3, GCN_WORD_0,
		GCN_WORD_1, GCN_DWORD };

/* One decoded instruction.  */
struct gcn_insn
{
  const struct gcn_row *row;
  uint8_t length;		/* In bytes: 4, 8 or 12.  */
  uint8_t form;			/* enum gcn_form.  */
  uint16_t dst;			/* Operand codes; GCN_NO_OPERAND for none.  */
  uint16_t sdst;		/* The scalar one: carry, comparison.  */
  uint16_t src[3];		/* In the order of gcn_row.s.  */
  uint16_t simm;		/* SOPK, SOPP; waitcnt.  */
  uint32_t literal;
  uint32_t word[2];
  /* VOP3, SDWA, DPP: bit N is for source N.  */
  uint8_t neg, abs, sext, clamp, omod;
  uint8_t op_sel;		/* Bit 3: the destination.  */
  uint8_t op_sel_hi, neg_hi;
  uint8_t dst_sel, dst_unused, src_sel[2];
  uint16_t dpp_ctrl;
  uint8_t row_mask, bank_mask, bound_ctrl;
  uint8_t fi;			/* RDNA: lanes that are off are read.  */
  uint8_t dpp8;			/* RDNA: LITERAL has a lane of 8 for each.  */
  /* Memory.  */
  int32_t offset;		/* DS with two offsets: the first.  */
  uint8_t offset1, glc, slc, dlc, tfe, lwe, lds, gds, nv;
  uint16_t saddr, soffset, srsrc, ssamp;
  uint8_t idxen, offen, unorm, da, r128, d16, dmask, dfmt, nfmt;
  /* VINTRP, EXP.  */
  uint8_t attr, chan, high, tgt, en, done, compr, vm;
  /* Matrices: controls of broadcasts and formats.  From gfx90a on: SCC, or
     SC1, of memory.  */
  uint8_t cbsz, abid, blgp, sc1;
};

/* Decodes the instruction at WORDS, of which N (1 or more) may be read, for
   CPU, into *IN.  Returns null, or what is wrong with it: a text that lives
   for ever; *IN then has only the words and a length of 4.  */
extern const char *gcn_decode (const uint32_t *words, size_t n,
			       enum gcn_cpu cpu, struct gcn_insn *in);

/* Writes IN to BUF as llvm-objdump prints it, "MNEMONIC OPERANDS", and
   returns BUF.  SIZE at least 200 holds any.  */
extern char *gcn_print (const struct gcn_insn *in, enum gcn_cpu cpu,
			char *buf, size_t size);

/* Whether IN's op_sel says which halves of registers it works on, on CPU.  */
extern bool gcn_selects_halves_p (const struct gcn_insn *in, enum gcn_cpu cpu);

/* What s_waitcnt with SIMM waits for on CPU: so many accesses may be left, and the
   most that can be said, which is no wait.  */
struct gcn_waits
{
  unsigned vm, exp, lgkm, vm_max, lgkm_max;
};
extern void gcn_waitcnt (unsigned simm, enum gcn_cpu, struct gcn_waits *);

/* The number of registers that an operand of type T takes.  */
extern unsigned gcn_type_regs (enum gcn_type t, enum gcn_cpu cpu);
extern bool gcn_type_float_p (enum gcn_type t);

#ifdef __cplusplus
}
#endif

#endif /* GCN_ISA_H */
