/* PTX modules as the parser leaves them: what every other part reads.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The rules are those of NVIDIA's "Parallel Thread Execution ISA" manual;
   section titles are quoted where a rule comes from one.

   A program is one or more units (an object, or each NUL-separated piece of
   a linked nvptx executable).  Each unit is parsed on its own into a
   struct ptx_unit; ptx_link joins units into a struct ptx_module, where each
   name has one definition.  Nothing in a unit is changed by linking.  */

#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Types and state spaces ("State Spaces, Types, and Variables").  */

enum ptx_type
{
  PTX_NONE,
  PTX_B8, PTX_B16, PTX_B32, PTX_B64, PTX_B128,
  PTX_U8, PTX_U16, PTX_U32, PTX_U64,
  PTX_S8, PTX_S16, PTX_S32, PTX_S64,
  PTX_F16, PTX_F16X2, PTX_BF16, PTX_BF16X2, PTX_TF32, PTX_F32, PTX_F64,
  PTX_U16X2, PTX_S16X2,
  PTX_PRED,
  /* Types of which only conversions and matrix instructions know.  */
  PTX_E4M3, PTX_E5M2, PTX_E4M3X2, PTX_E5M2X2, PTX_E3M2X2, PTX_E2M3X2,
  PTX_E2M1X2, PTX_UE8M0X2, PTX_B1, PTX_U4, PTX_S4, PTX_U2, PTX_S2,
  /* Opaque types of module-scope variables.  */
  PTX_TEXREF, PTX_SAMPLERREF, PTX_SURFREF,
  PTX_N_TYPES
};

enum ptx_space
{
  PTX_GENERIC,		/* No space written.  */
  PTX_REG, PTX_SREG, PTX_CONST, PTX_GLOBAL, PTX_LOCAL, PTX_PARAM, PTX_SHARED
};

extern unsigned ptx_type_size (enum ptx_type);	/* Bytes; PRED is 1.  */
extern const char *ptx_type_name (enum ptx_type);	/* "u32", no dot.  */
extern bool ptx_type_float_p (enum ptx_type);
extern bool ptx_type_signed_p (enum ptx_type);
extern const char *ptx_space_name (enum ptx_space);	/* "global".  */

/* ---- Instructions.  One row of insns.def is one opcode.  */

enum ptx_op
{
#define PTX_INSN(ID, NAME, ...) PTX_OP_##ID,
#include "insns.def"
#undef PTX_INSN
  PTX_N_OPS
};

/* Comparison, Boolean and rounding modifiers, and the named sub-operation
   of opcodes that have one.  */
enum ptx_cmp
{
  PTX_CMP_NONE,
  PTX_CMP_EQ, PTX_CMP_NE, PTX_CMP_LT, PTX_CMP_LE, PTX_CMP_GT, PTX_CMP_GE,
  PTX_CMP_LO, PTX_CMP_LS, PTX_CMP_HI, PTX_CMP_HS,
  PTX_CMP_EQU, PTX_CMP_NEU, PTX_CMP_LTU, PTX_CMP_LEU, PTX_CMP_GTU,
  PTX_CMP_GEU, PTX_CMP_NUM, PTX_CMP_NAN
};

enum ptx_rnd
{
  PTX_RND_NONE,
  PTX_RND_RN, PTX_RND_RZ, PTX_RND_RM, PTX_RND_RP, PTX_RND_RNA, PTX_RND_RS,
  PTX_RND_RNI, PTX_RND_RZI, PTX_RND_RMI, PTX_RND_RPI
};

/* Sub-operations: atom/red/redux operations, shfl, vote and bar modes,
   Boolean operators of setp and set, prmt modes, testp classes, membar and
   fence levels, and so on.  What is valid where is said in insns.def.  */
enum ptx_sub
{
  PTX_SUB_NONE,
  /* atom, red, redux, bar.red, setp/set Boolean.  */
  PTX_SUB_AND, PTX_SUB_OR, PTX_SUB_XOR, PTX_SUB_CAS, PTX_SUB_EXCH,
  PTX_SUB_ADD, PTX_SUB_INC, PTX_SUB_DEC, PTX_SUB_MIN, PTX_SUB_MAX,
  PTX_SUB_POPC,
  /* shfl.  */
  PTX_SUB_UP, PTX_SUB_DOWN, PTX_SUB_BFLY, PTX_SUB_IDX,
  /* vote, match.  */
  PTX_SUB_ALL, PTX_SUB_ANY, PTX_SUB_UNI, PTX_SUB_BALLOT,
  /* bar, barrier.  */
  PTX_SUB_SYNC, PTX_SUB_ARRIVE, PTX_SUB_RED, PTX_SUB_WARP_SYNC,
  /* prmt.  */
  PTX_SUB_F4E, PTX_SUB_B4E, PTX_SUB_RC8, PTX_SUB_ECL, PTX_SUB_ECR,
  PTX_SUB_RC16,
  /* testp.  */
  PTX_SUB_FINITE, PTX_SUB_INFINITE, PTX_SUB_NUMBER, PTX_SUB_NOTANUMBER,
  PTX_SUB_NORMAL, PTX_SUB_SUBNORMAL,
  /* membar, fence.  */
  PTX_SUB_CTA, PTX_SUB_GL, PTX_SUB_SYS, PTX_SUB_GPU, PTX_SUB_CLUSTER,
  PTX_SUB_PROXY,
  /* shf, mul, mad: which half.  */
  PTX_SUB_L, PTX_SUB_R, PTX_SUB_LO, PTX_SUB_HI, PTX_SUB_WIDE,
  /* isspacep is told by the space field; elect, activemask have none.  */
  PTX_N_SUBS
};

/* Single-bit modifiers.  */
#define PTX_F_SAT	(1u << 0)
#define PTX_F_SATFINITE	(1u << 1)
#define PTX_F_FTZ	(1u << 2)
#define PTX_F_APPROX	(1u << 3)
#define PTX_F_FULL	(1u << 4)
#define PTX_F_CC	(1u << 5)	/* add.cc and its kin.  */
#define PTX_F_UNI	(1u << 6)	/* bra.uni, call.uni, ret.uni.  */
#define PTX_F_SYNC	(1u << 7)	/* shfl.sync, vote.sync, match.sync.  */
#define PTX_F_ALIGNED	(1u << 8)	/* barrier.*.aligned; set for bar.*.  */
#define PTX_F_VOLATILE	(1u << 9)
#define PTX_F_TO	(1u << 10)	/* cvta.to.  */
#define PTX_F_WRAP	(1u << 11)	/* shf.wrap; absent means .clamp.  */
#define PTX_F_SHIFTAMT	(1u << 12)	/* bfind.shiftamt.  */
#define PTX_F_NAN	(1u << 13)	/* min.NaN, max.NaN.  */
#define PTX_F_XORSIGN	(1u << 14)
#define PTX_F_RELU	(1u << 15)
#define PTX_F_NOFTZ	(1u << 16)	/* atom.add.noftz.f16.  */
#define PTX_F_POPC	(1u << 17)	/* bar.red.popc.  */
#define PTX_F_PO	(1u << 18)	/* vmad.po: plus one.  */
#define PTX_F_SHR7	(1u << 19)	/* vmad.shr7.  */
#define PTX_F_SHR15	(1u << 20)	/* vmad.shr15.  */
#define PTX_F_CLAMP	(1u << 21)	/* shf.clamp, written or not.  */
#define PTX_F_ABS	(1u << 22)	/* min.abs, with or without .xorsign.  */

/* What an operand is.  Addresses are `[...]' in the text.  */
enum ptx_operand_kind
{
  PTX_O_NONE,
  PTX_O_REG,		/* reg: index into the function's registers.  */
  PTX_O_IMM,		/* imm: 64 bits, as the instruction's type reads
			   them (a float literal has that type's bits).  */
  PTX_O_SREG,		/* sreg: enum ptx_sreg.  */
  PTX_O_SYM,		/* sym + imm: address of a variable or function.  */
  PTX_O_LABEL,		/* label: index into the function's labels.  */
  PTX_O_VEC,		/* elts, n_elts: `{a, b}'.  */
  PTX_O_MEM_REG,	/* [reg + imm].  */
  PTX_O_MEM_SYM,	/* [sym + imm]: a variable or a parameter.  */
  PTX_O_MEM_IMM,	/* [imm].  Further pieces between the brackets
			   (texture and tensor coordinates) are in elts.  */
  PTX_O_SINK,		/* `_'; reg2 is the q of `_|q', or -1.  */
  PTX_O_LIST		/* Parenthesised list of a call: elts, n_elts.  */
};

struct ptx_operand
{
  uint8_t kind;
  uint8_t negated;	/* `!p', or unary minus on a register.  */
  uint8_t sel;		/* Selector of video operands: 0 none, .b0-.b3 are
			   1-4, .h0-.h1 are 5-6; vector part .x-.w 7-10.  */
  uint8_t float_lit;	/* IMM that was written as a float literal: 1, or 2
			   when a decimal one has the bits of a double.  */
  int32_t reg;		/* REG, MEM_REG; for `p|q' the q is in reg2.  */
  int32_t reg2;		/* Second predicate of setp and shfl `d|p'; -1.  */
  int32_t label;
  uint32_t sreg;	/* SREG: which.  A register with selector 12: the
			   parts, four bits each, from the lowest on, and how
			   many in the upper half word.  */
  uint32_t n_elts;
  struct ptx_symbol *sym;
  int64_t imm;		/* A register: what is added to it, as in `%r1+4'. */
  struct ptx_operand *elts;
};

#define PTX_MAX_OPERANDS 8

/* Memory semantics and scope (`.acquire.gpu') of ld, st, atom, red, fence;
   PTX_SEM_NONE where none is written.  */
enum ptx_sem
{
  PTX_SEM_NONE, PTX_SEM_WEAK, PTX_SEM_RELAXED, PTX_SEM_ACQUIRE,
  PTX_SEM_RELEASE, PTX_SEM_ACQ_REL, PTX_SEM_SC, PTX_SEM_MMIO
};

/* `call' always has three operands: LIST of results (n_elts 0 when there
   are none), what is called (SYM or REG), LIST of arguments.  An element
   is a SYM of kind PTX_SYM_PARAM (a .param of the body), a REG or an IMM.
   `bar.sync a' and its kin have what is written.  An instruction that may
   be predicated on a pair (`setp ... p|q') has q in operand[0].reg2.  */

struct ptx_insn
{
  uint16_t op;		/* enum ptx_op.  */
  uint8_t n_types;	/* Types in the order written; type[0] is what most
			   instructions work on (cvt: type[0] destination,
			   type[1] source; mul.wide: the source type).  */
  uint8_t type[4];
  uint8_t vec;		/* 0, or 2, 4, 8 for .v2, .v4, .v8.  */
  uint8_t space;	/* enum ptx_space of ld, st, atom, cvta, isspacep;
			   .param and `.param::entry' alike.  */
  uint8_t cmp, rnd, sub, sub2;	/* sub2: the Boolean operator of setp/set
				   and of bar.red/vote where sub is taken.  */
  uint8_t n_operands;	/* Destination first, as written.  */
  uint32_t flags;	/* PTX_F_*.  */
  int32_t guard;	/* Guard predicate register, or -1.  */
  uint8_t guard_neg;	/* `@!p'.  */
  uint8_t pattern;	/* 1 more than the number of the pattern in insns.def
			   that the operands fit; 0 of `call'.  */
  uint32_t line;	/* PTX line in the unit, from 1.  */
  uint32_t loc;		/* Index into the unit's locs, or 0 for none.  */
  uint32_t scope;	/* Scope id: nested `{ }' (see ptx_function).  */
  struct ptx_operand *operand;	/* As many as the opcode takes at most; of
				   those that are not written kind is
				   PTX_O_NONE.  */
  int32_t target_table;	/* brx.idx: index into targets; call: index
			   of the .calltargets/.callprototype; or -1.  */
  uint8_t mem_sem;	/* enum ptx_sem.  */
  uint8_t mem_scope;	/* PTX_SUB_CTA, _CLUSTER, _GPU, _SYS or NONE.  */
  bool other_mods;	/* Has modifiers that this struct cannot hold.  */
  bool atomic;		/* A comment says that it is (parse-notes.c).  */
  uint32_t start, end;	/* Offsets in the unit's text: first byte of the
			   statement (its guard included), and the byte
			   behind its semicolon.  */
};

/* Special registers.  The last character of X/Y/Z ones is told apart.  */
enum ptx_sreg
{
#define PTX_SREG_DEF(ID, NAME, TYPE) PTX_SREG_##ID,
#include "sregs.def"
#undef PTX_SREG_DEF
  PTX_N_SREGS
};

extern int ptx_find_sreg (const char *name, size_t len);	/* Or -1.  */
extern enum ptx_type ptx_sreg_type (enum ptx_sreg);
extern const char *ptx_sreg_name (enum ptx_sreg);
extern bool ptx_sreg_vector_p (enum ptx_sreg);	/* %tid as a whole.  */

/* ---- Declarations.  */

/* A register, parameterised names (`%r<10>') already spread out.  Names
   declared again in another scope are separate registers.  A vector
   register (.v2, .v4) is declared once, with vec its number of parts.  */
struct ptx_reg
{
  const char *name;
  uint8_t type;		/* enum ptx_type.  */
  uint8_t vec;		/* 1, 2 or 4.  */
  uint32_t line;
  uint32_t scope;
  uint32_t start;	/* Offset of its name in the unit's text, where it is
			   declared.  */
};

enum ptx_linkage { PTX_LINK_INTERNAL, PTX_LINK_VISIBLE, PTX_LINK_EXTERN,
		   PTX_LINK_WEAK, PTX_LINK_COMMON };

enum ptx_symbol_kind { PTX_SYM_VAR, PTX_SYM_FUNC, PTX_SYM_PARAM };

/* A piece of a variable's initialiser that is an address.  */
struct ptx_reloc
{
  uint64_t offset;	/* Where in the variable, bytes.  */
  struct ptx_symbol *sym;
  int64_t addend;
  uint8_t size;		/* 4 or 8; 1 with mask() pieces.  */
  uint8_t shift;	/* mask(): which byte, in bits.  */
  bool generic;		/* generic (sym): a generic address.  */
};

struct ptx_symbol
{
  const char *name;
  uint8_t kind;		/* enum ptx_symbol_kind.  */
  uint8_t linkage;	/* enum ptx_linkage.  */
  uint8_t space;	/* VAR, PARAM: enum ptx_space.  */
  uint8_t type;		/* VAR, PARAM: element type.  */
  uint8_t vec;		/* Element is .vN of it; 1 for none.  */
  bool extern_array;	/* `name[]': size given elsewhere.  */
  bool ahead;		/* VAR: its statement was seen by the parser's first
			   reading only.  */
  uint32_t align;	/* Bytes.  */
  uint64_t size;	/* Bytes in all.  */
  uint64_t n_elts;	/* 0 for no array.  */
  uint8_t *init;	/* SIZE bytes, or NULL for zeros.  */
  struct ptx_reloc *relocs;
  uint32_t n_relocs;
  struct ptx_function *func;	/* FUNC: its body, or NULL if declared.  */
  struct ptx_proto *proto;	/* FUNC: parameters.  */
  struct ptx_unit *unit;
  uint32_t line;
  uint32_t scope;	/* For variables and .param declared in a body.  */
  int32_t param_index;	/* PARAM: number in the function's list; -1 when
			   declared in a body (a call's argument area).  */
  bool is_return;	/* PARAM: is a return parameter.  */
  uint64_t offset;	/* PARAM of an entry: offset in the parameter block;
			   set by the parser by size and alignment.  */
  struct ptx_symbol *alias;	/* FUNC: `.alias' makes it stand for this.  */
  struct ptx_symbol *def;	/* After ptx_link: the definition that this
				   name stands for, or NULL.  */
  void *aux;		/* The engine's.  */
};

/* What SYM stands for: its definition, if there is one, or that of what it is an
   alias of.  */
static inline struct ptx_symbol *
ptx_symbol_target (struct ptx_symbol *sym)
{
  struct ptx_symbol *s = sym->def ? sym->def : sym;
  if (s->alias)
    s = s->alias->def ? s->alias->def : s->alias;
  return s;
}

/* Parameters of a function or a .callprototype.  Parameters declared as
   .reg keep PTX_REG as their space.  */
struct ptx_proto
{
  struct ptx_symbol **ret;
  uint32_t n_ret;
  struct ptx_symbol **param;
  uint32_t n_param;
  bool noreturn;
};

struct ptx_label
{
  const char *name;
  uint32_t line;
  int32_t insn;		/* Index of the first instruction behind it; n_insns
			   when it stands at the end.  */
  uint32_t scope;
  uint32_t start;	/* Offset of the name in the unit's text.  */
};

struct ptx_targets	/* .branchtargets, .calltargets, .callprototype.  */
{
  const char *name;
  int32_t *label;	/* .branchtargets: indices into labels.  */
  struct ptx_symbol **func;	/* .calltargets.  */
  uint32_t n;
  struct ptx_proto *proto;	/* .callprototype.  */
};

/* What accelfix says of a function's frame, in a comment: a variable, or a gap
   that belongs to none.  */
struct ptx_frame_note
{
  const struct ptx_frame_note *next;
  uint32_t offset, size;	/* From %frame, ...  */
  bool gap;
  bool ref;			/* A register that holds the address.  */
  bool lane;			/* ... or before the end of %simtstack_ar.  */
  uint32_t line;		/* Of the variable in FILE, or 0.  */
  const char *name, *file;	/* NULL of a gap; FILE may be.  */
};

struct ptx_function
{
  struct ptx_symbol *sym;
  struct ptx_unit *unit;
  bool entry;
  struct ptx_proto *proto;
  struct ptx_reg *regs;
  uint32_t n_regs;
  struct ptx_label *labels;
  uint32_t n_labels;
  struct ptx_insn *insns;
  uint32_t n_insns;
  struct ptx_symbol **locals;	/* .local, .shared, .param... in the body.  */
  uint32_t n_locals;
  struct ptx_targets *targets;
  uint32_t n_targets;
  uint32_t *scope_parent;	/* Scope tree; scope 0 is the body.  */
  uint32_t n_scopes;
  uint32_t maxntid[3], reqntid[3], minnctapersm, maxnreg;
  uint32_t line, end_line;	/* `.func' and the closing brace.  */
  uint32_t body_start, body_end;	/* Offsets in the unit's text: behind
					   the opening brace; the closing
					   brace.  */
  const struct ptx_frame_note *notes;
  const struct ptx_frame_note *reg_notes;	/* Registers: OFFSET is the number in
						   their names.  */
  const struct ptx_frame_note *shared_notes;	/* From __gang_private_shared.  */
  uint32_t n_gaps;
  uint32_t notes_line;	/* PTX line of the last of NOTES.  */
  bool atomics;		/* Atomic loads and stores have comments.  */
  void *aux;		/* The engine's.  */
};

struct ptx_loc		/* `.loc file line column'.  */
{
  uint32_t file;	/* Index into files.  */
  uint32_t line, column;
  /* `function_name LABEL + NAME_OFFSET, inlined_at FILE LINE COLUMN': the name
     of the function that was inlined there, by its place in .debug_str; NULL
     and 0 where there is none.  */
  const char *name;
  uint32_t name_offset;
  uint32_t at_file, at_line, at_column;
};

struct ptx_unit
{
  const char *name;	/* For messages: "prog", "libc.a(printf.o)".  */
  const char *text;	/* The text itself, kept for messages and --fix.  */
  size_t text_len;
  uint32_t n_lines;	/* One more than there are ends of lines.  */
  unsigned version;	/* 60 for `.version 6.0'.  */
  unsigned sm;		/* 30 for `.target sm_30'.  */
  unsigned address_size;
  struct ptx_symbol **symbols;	/* Module scope, in order of appearance.  */
  uint32_t n_symbols;
  struct ptx_function **functions;	/* With a body.  */
  uint32_t n_functions;
  struct ptx_loc *locs;	/* locs[0] unused.  */
  uint32_t n_locs;
  const char **files;	/* By `.file' number; NULL for gaps.  */
  uint32_t n_files;
  uint32_t debug_str, debug_str_end;	/* Of `.section .debug_str': offsets in
					   TEXT, or 0.  */
  uint32_t line_base;	/* First line of this piece in its file, less 1.  */
  struct ptx_arena *arena;
};

/* ---- Diagnostics.  */

enum ptx_severity { PTX_NOTE, PTX_WARNING, PTX_ERROR };

/* Called for each message.  TEXT has no file and line.  LINE is 0 when the
   message belongs to no line.  */
typedef void (*ptx_diag_fn) (void *closure, enum ptx_severity,
			     const char *unit_name, unsigned line,
			     const char *text);

struct ptx_diag
{
  ptx_diag_fn fn;
  void *closure;
  unsigned n_errors;
  unsigned n_undeclared;	/* Those among them that the parser gives for
				   names that are not declared.  */
};

/* A ptx_diag_fn that prints `NAME:LINE: error: TEXT' to the FILE that
   CLOSURE is.  */
extern void ptx_diag_print (void *closure, enum ptx_severity,
			    const char *unit_name, unsigned line,
			    const char *text);
/* Give a message, formatted as by printf, to DIAG (which may be NULL).  */
extern void ptx_diagnose (struct ptx_diag *diag, enum ptx_severity,
			  const char *unit_name, unsigned line,
			  const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

/* ---- Parser (lex.c, parse*.c).  */

/* Parse LEN bytes at TEXT (copied) as one unit called NAME.  Return the unit
   or NULL when there were errors, all of them given to DIAG (stops after 20).
   Never fails otherwise, whatever the bytes are.  The syntax, the names and
   the numbers of operands are checked here; the types by ptx_check_types.  */
extern struct ptx_unit *ptx_parse (const char *text, size_t len,
				   const char *name, struct ptx_diag *diag);
/* The same for a piece that begins behind line LINE_BASE of its file:
   messages count lines from there.  ANY_ORDER: what is declared or defined
   at module scope is known from the beginning of the text on, wherever it
   stands, as it is after nvptx-none-as has put the text in order; a driver
   wants each name declared before it is used.  */
extern struct ptx_unit *ptx_parse_piece (const char *text, size_t len,
					 const char *name,
					 unsigned line_base, bool any_order,
					 struct ptx_diag *diag);
/* Whether LEN bytes at TEXT are what GCC prints for its assembler, or what
   that makes of it: one piece with the marks that both put in comments.  */
extern bool ptx_for_assembler_p (const char *text, size_t len);
extern void ptx_unit_free (struct ptx_unit *);

/* ---- Types (type-table.c, check-types.c).  */

/* Check each operand of each instruction in UNIT against the instruction's
   types; give errors to DIAG (at most 20) and return their number.  The
   rules are "Operand Type Checking" and the relaxations of "Operand Size
   Exceeding Instruction-Type Size".  ptx_link does this as well.  */
extern unsigned ptx_check_types (const struct ptx_unit *,
				 struct ptx_diag *diag);

/* ---- Linking (module.c).  */

struct ptx_module
{
  struct ptx_unit **units;
  size_t n_units;
  struct ptx_symbol **defs;	/* Every definition, one a name for those
				   with linkage, all internal ones.  */
  size_t n_defs;
  unsigned n_errors;		/* Of ptx_link_only.  */
  void *aux;		/* The engine's.  */
};

/* Join N units, resolving each external name; takes the units over (they are
   freed when there are errors, and then NULL is returned).  Types are checked
   first.  Unless
   ALLOW_UNDEFINED, a name without a definition that some instruction or
   initialiser uses is an error, other than those that the driver provides
   (vprintf, malloc, free, __assertfail).  */
extern struct ptx_module *ptx_link (struct ptx_unit **units, size_t n,
				    bool allow_undefined,
				    struct ptx_diag *diag);
/* The same without the check of types; and when there are errors it returns
   what could be joined, with n_errors set.  */
extern struct ptx_module *ptx_link_only (struct ptx_unit **units, size_t n,
					 bool allow_undefined,
					 struct ptx_diag *diag);
/* True for a function that the driver provides.  */
extern bool ptx_driver_name_p (const char *name);
extern void ptx_module_free (struct ptx_module *);
extern struct ptx_symbol *ptx_module_lookup (const struct ptx_module *,
					     const char *name);

/* ---- What an instruction reads and writes (insns.c, by insns.def).  */

/* Call FN for each register that INSN reads (WRITE false) and then for each
   that it writes (WRITE true): guard, address bases, vector elements, call
   arguments and results, second predicates.  PART is the vector part (0-3)
   for `%v.x', or -1 for the whole register.  A written register is written
   for certain only when the guard is -1.  */
typedef void (*ptx_reg_fn) (void *closure, int32_t reg, int part, bool write);
extern void ptx_insn_regs (const struct ptx_function *,
			   const struct ptx_insn *, ptx_reg_fn, void *closure);

/* True if control cannot go on behind INSN (unguarded bra, ret, exit, trap
   at any version as `trap; exit', brx, call to a noreturn function).  */
extern bool ptx_insn_ends_block_p (const struct ptx_function *,
				   const struct ptx_insn *);

extern const char *ptx_op_name (enum ptx_op);	/* "setp".  */

/* ---- Control flow (cfg.c).  */

struct ptx_block
{
  int32_t first, last;	/* Instructions, inclusive; never empty but for the
			   exit block.  */
  int32_t *succ, *pred;
  uint32_t n_succ, n_pred;
  int32_t ipdom;	/* Immediate postdominator with blocks that can only
			   reach `exit' or `trap' left out, as ptxas sees it;
			   -1 for none.  */
  int32_t idom;
  bool falls_off;	/* Runs off the closing brace.  */
  int32_t label;	/* A label that names it, or -1.  */
};

/* The CFG as printed, fall-through included.  Block 0 is the entry, block
   n_blocks - 1 the virtual exit (ret and falling off), which has no
   instructions (first is n_insns, last is n_insns - 1).  */
struct ptx_cfg
{
  const struct ptx_function *func;
  struct ptx_block *blocks;
  uint32_t n_blocks;
  int32_t *insn_block;	/* By instruction.  */
};

extern struct ptx_cfg *ptx_cfg_build (const struct ptx_function *);
extern void ptx_cfg_free (struct ptx_cfg *);

/* Number the blocks by the dominator tree: FIRST[B] in preorder, and LAST[B]
   the highest number below B, so that A dominates B if B's number is from
   FIRST[A] to LAST[A].  Blocks that the entry does not reach get -1 and -2.
   The caller frees both.  */
extern void ptx_cfg_dominator_tree (const struct ptx_cfg *, int32_t **first,
				    int32_t **last);

/* cfg-ptxas.c.  Change the immediate postdominators.  Let `trap' run on into the next block
   in PTX before 8.3 (call this first); in a function that never returns, let
   `exit' stand for return; keep the dead ends that several divergent regions
   share.  All add edges, the latter two to the exit block.  */
extern void ptx_cfg_trap_falls (struct ptx_cfg *);
extern void ptx_cfg_exit_is_return (struct ptx_cfg *);
extern void ptx_cfg_share_dead_ends (struct ptx_cfg *);

#endif /* PTX_H */
