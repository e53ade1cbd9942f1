/* Tests of the PTX front end: what the parser makes of good texts.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "ptx-test.h"

static void
test_module (void)
{
  struct ptx_unit *u
    = parse (HEAD
	     ".file 3 \"a/b.c\"\n"
	     ".visible .const .align 4 .b8 s[3] = {1, 0x10, 'E};\n"
	     );

  CHECK (u == NULL);		/* A stray quote.  */
  CHECK (strstr (messages, "t:5: stray `''") != NULL);

  u = parse (HEAD
	     ".file 3 \"a/b.c\"\n"
	     ".visible .const .align 16 .b8 s[] = {1, 0x10, 017, 0b11, 5U,"
	     " -1};\n"
	     ".extern .global .u32 e[];\n"
	     ".global .u64 t[3] = {s, generic (s) + 4, (1 + 2 * 3) << 4};\n"
	     ".global .u8 m[2] = {0xff (t), 0xff00 (t)};\n"
	     ".global .f32 f[2] = {1.5, 0f40000000};\n"
	     ".global .u32 mm[2][3] = {{1, 2}, {3}};\n"
	     ".weak .global .v2 .u32 w = {7, 8};\n"
	     ".common .global .align 8 .u32 c[4];\n");
  CHECK (u && !messages[0]);
  if (!u)
    return;
  CHECK (u->version == 70 && u->sm == 70 && u->address_size == 64);
  CHECK (u->n_files == 4 && strcmp (u->files[3], "a/b.c") == 0);
  CHECK (u->n_symbols == 8);
  struct ptx_symbol **s = u->symbols;
  CHECK (s[0]->linkage == PTX_LINK_VISIBLE && s[0]->space == PTX_CONST
	 && s[0]->align == 16 && s[0]->size == 6 && s[0]->n_elts == 6);
  CHECK (memcmp (s[0]->init, "\1\20\17\3\5\377", 6) == 0);
  CHECK (s[1]->extern_array && s[1]->size == 0
	 && s[1]->linkage == PTX_LINK_EXTERN);
  CHECK (s[2]->n_relocs == 2 && s[2]->relocs[0].sym == s[0]
	 && !s[2]->relocs[0].generic && s[2]->relocs[0].offset == 0
	 && s[2]->relocs[0].size == 8);
  CHECK (s[2]->relocs[1].generic && s[2]->relocs[1].addend == 4
	 && s[2]->relocs[1].offset == 8);
  CHECK (s[2]->init[16] == 0x70 && s[2]->size == 24);
  CHECK (s[3]->n_relocs == 2 && s[3]->relocs[1].size == 1
	 && s[3]->relocs[1].shift == 8 && s[3]->relocs[1].sym == s[2]);
  CHECK (memcmp (s[4]->init, "\0\0\300\77\0\0\0\100", 8) == 0);
  CHECK (s[5]->size == 24 && s[5]->init[0] == 1 && s[5]->init[4] == 2
	 && s[5]->init[8] == 0 && s[5]->init[12] == 3);
  CHECK (s[6]->vec == 2 && s[6]->size == 8 && s[6]->init[4] == 8
	 && s[6]->linkage == PTX_LINK_WEAK);
  CHECK (s[7]->linkage == PTX_LINK_COMMON && !s[7]->init
	 && s[7]->size == 16);
  ptx_unit_free (u);
}

static void
test_constants (void)
{
  static const struct { const char *expr; uint64_t value; } table[] =
    {
      { "1 + 2 * 3", 7 }, { "(1 + 2) * 3", 9 }, { "7 - 2 - 1", 4 },
      { "1 << 4 | 3", 19 }, { "~0", -1 }, { "!5", 0 }, { "!0", 1 },
      { "-7 / 2", -3 }, { "-7 % 4", -3 }, { "7U / 2", 3 },
      { "-1 >> 1", -1 }, { "(.u64) -1 >> 60", 15 }, { "(.s64) 5U - 6", -1 },
      { "1 ? 2 : 3", 2 }, { "0 ? 2 : 0 ? 4 : 5", 5 }, { "3 > 2 && 1 == 1", 1 },
      { "-1 < 0", 1 }, { "-1 < 0U", 0 }, { "0xffffffffffffffff", -1 },
      { "6 & 3 ^ 1", 3 }, { "0 || 2", 1 }, { "WARP_SZ * 2", 64 },
      { "0x8000000000000000 >> 63", 1 }, { "10 - -3", 13 }, { "1 << 64", 0 }
    };

  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
      char text[200];
      uint64_t v = 0;

      snprintf (text, sizeof text, HEAD ".global .b64 x = %s;\n",
		table[i].expr);
      struct ptx_unit *u = parse (text);
      if (u)
	memcpy (&v, u->symbols[0]->init, 8);
      if (!u || v != table[i].value)
	printf ("%s gives %lld %s\n", table[i].expr, (long long) v, messages);
      CHECK (u && v == table[i].value);
      ptx_unit_free (u);
    }
}

/* The instruction number I of the only function of U.  */

static struct ptx_insn *
insn (struct ptx_unit *u, int i)
{
  return &u->functions[0]->insns[i];
}

static void
test_instructions (void)
{
  struct ptx_unit *u
    = parse (FUNC (REGS
		   ".loc 1 20 3\n"
		   "@!%p1 setp.lt.and.f32 %p0|%p2,%f1,2.0,!%p3;\n"
		   "mad.wide.u32 %d0,%r1,%r2,%d1;\n"
		   "ld.volatile.global.v2.u32 {%r1,_},[%d0+-8];\n"
		   "atom.global.b32.cas %r0,[%d0],%r1,-1;\n"
		   "shfl.sync.bfly.b32 %r0|%p0,%r1,1,31,0xffffffff;\n"
		   "cvt.rzi.ftz.s32.f32 %r1,%f1;\n"
		   "mov.b64 %d0,{%r1,%r2};\n"
		   "mov.u32 %r1,%v.y;\n"
		   "mov.f64 %e0,0f3f800000;\n"
		   "mov.u32 %r1,%ntid.z;\n"
		   "bar.warp.sync 7;\n"
		   "vadd.u32.u32.u32.add %r0,%r1.b2,%r2,%r3;\n"
		   "st.release.gpu.u32 [%d0],%r1;\n"
		   "ret.uni;"));
  struct ptx_insn *i;

  CHECK (u && !messages[0]);
  if (!u)
    return;
  CHECK (u->functions[0]->n_insns == 14);
  i = insn (u, 0);
  CHECK (i->op == PTX_OP_SETP && i->cmp == PTX_CMP_LT && i->type[0] == PTX_F32
	 && i->sub2 == PTX_SUB_AND && i->guard == 1 && i->guard_neg
	 && i->n_operands == 4);
  CHECK (i->operand[0].reg == 0 && i->operand[0].reg2 == 2);
  CHECK (i->operand[2].kind == PTX_O_IMM && i->operand[2].imm == 0x40000000
	 && i->operand[2].float_lit);
  CHECK (i->operand[3].reg == 3 && i->operand[3].negated);
  CHECK (i->line == 8 && u->locs[i->loc].line == 20);
  CHECK (strncmp (u->text + i->start, "@!%p1", 5) == 0
	 && u->text[i->end - 1] == ';');
  i = insn (u, 1);
  CHECK (i->op == PTX_OP_MAD && i->sub == PTX_SUB_WIDE && i->n_types == 1);
  i = insn (u, 2);
  CHECK (i->op == PTX_OP_LD && (i->flags & PTX_F_VOLATILE)
	 && i->space == PTX_GLOBAL && i->vec == 2
	 && i->operand[0].kind == PTX_O_VEC && i->operand[0].n_elts == 2
	 && i->operand[0].elts[1].kind == PTX_O_SINK
	 && i->operand[1].kind == PTX_O_MEM_REG && i->operand[1].imm == -8);
  i = insn (u, 3);
  CHECK (i->op == PTX_OP_ATOM && i->sub == PTX_SUB_CAS
	 && i->type[0] == PTX_B32 && i->operand[3].imm == -1);
  i = insn (u, 4);
  CHECK (i->op == PTX_OP_SHFL && i->sub == PTX_SUB_BFLY
	 && (i->flags & PTX_F_SYNC) && i->operand[0].reg2 == 0
	 && i->n_operands == 5);
  i = insn (u, 5);
  CHECK (i->rnd == PTX_RND_RZI && (i->flags & PTX_F_FTZ)
	 && i->type[0] == PTX_S32 && i->type[1] == PTX_F32);
  i = insn (u, 7);
  CHECK (i->operand[1].kind == PTX_O_REG && i->operand[1].sel == 8);
  i = insn (u, 8);
  CHECK (i->operand[1].imm == 0x3ff0000000000000);
  i = insn (u, 9);
  CHECK (i->operand[1].kind == PTX_O_SREG
	 && i->operand[1].sreg == PTX_SREG_NTID_Z);
  i = insn (u, 10);
  CHECK (i->op == PTX_OP_BAR && i->sub == PTX_SUB_WARP_SYNC);
  i = insn (u, 11);
  CHECK (i->op == PTX_OP_VADD && i->n_types == 3 && i->sub == PTX_SUB_ADD
	 && i->operand[1].sel == 3);
  i = insn (u, 12);
  CHECK (i->mem_sem == PTX_SEM_RELEASE && i->mem_scope == PTX_SUB_GPU);
  CHECK (insn (u, 13)->flags & PTX_F_UNI);
  CHECK (ptx_check_types (u, &diag) == 0);
  ptx_unit_free (u);
}

/* What ptx_insn_regs says about the first instruction, as "r1 r2 w0".  */

static char regs[200];

static void
note_reg (void *closure, int32_t reg, int part, bool write)
{
  size_t n = strlen (regs);
  const struct ptx_function *f = closure;

  snprintf (regs + n, sizeof regs - n, "%s%c%s", n ? " " : "",
	    write ? 'w' : 'r', f->regs[reg].name);
  n = strlen (regs);
  if (part >= 0)
    snprintf (regs + n, sizeof regs - n, ".%c", "xyzw"[part]);
}

static void
test_regs (void)
{
  static const struct { const char *insn, *regs; } table[] =
    {
      { "add.u32 %r0,%r1,%r2;", "r%r1 r%r2 w%r0" },
      { "@%p0 add.u32 %r0,%r0,1;", "r%p0 r%r0 w%r0" },
      { "st.u32 [%d0],%r1;", "r%d0 r%r1" },
      { "ld.u32 %r1,[%d0+4];", "r%d0 w%r1" },
      { "ld.v2.u32 {%r1,%r2},[%d0];", "r%d0 w%r1 w%r2" },
      { "mov.b64 {%r1,%r2},%d0;", "r%d0 w%r1 w%r2" },
      { "mov.b64 %d0,{%r1,%r2};", "r%r1 r%r2 w%d0" },
      { "setp.eq.u32 %p0|%p1,%r0,%r1;", "r%r0 r%r1 w%p0 w%p1" },
      { "mov.u32 %v.x,%v.y;", "r%v.y w%v.x" },
      { "mov.v2.u32 %v,{%r1,0};", "r%r1 w%v" },
      { "atom.cas.b32 %r0,[%d0],%r1,%r2;", "r%d0 r%r1 r%r2 w%r0" },
      { "atom.exch.b32 _,[%d0],%r1;", "r%d0 r%r1" },
      { "red.add.u32 [%d0],%r1;", "r%d0 r%r1" },
      { "shfl.sync.idx.b32 %r0|%p0,%r1,%r2,31,-1;",
	"r%r1 r%r2 w%r0 w%p0" },
      { "bar.red.popc.u32 %r0,%r1,!%p0;", "r%r1 r%p0 w%r0" },
      { "bar.sync %r0,%r1;", "r%r0 r%r1" },
      { "bra L; L:", "" },
      { "@%p1 bra L; L:", "r%p1" },
      { "t: .branchtargets L; brx.idx %r1,t; L:", "r%r1" },
      { "call (%r0),g,(%r1,7);", "r%r1 w%r0" },
      { "pr: .callprototype (.reg .u32 _) _ (.reg .u32 _); "
	"call (%r0),%d0,(%r1),pr;", "r%d0 r%r1 w%r0" },
      { "isspacep.global %p0,%d0;", "r%d0 w%p0" },
      { "vote.sync.all.pred %p0,!%p1,-1;", "r%p1 w%p0" },
      { "wmma.store.d.sync.aligned.m16n16k16.row.f32 [%d0],{%f0,%f1},%r0;",
	"r%d0 r%f0 r%f1 r%r0" },
      { "prefetch.global.L1 [%d0];", "r%d0" }
    };

  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
      char text[1000];

      snprintf (text, sizeof text, HEAD ".func (.reg .u32 o) g "
		"(.reg .u32 a, .reg .u32 b) { ret; }\n.func f {\n"
		"%s%s\nret;\n}\n", REGS, table[i].insn);
      struct ptx_unit *u = parse (text);
      regs[0] = '\0';
      if (u)
	ptx_insn_regs (u->functions[1], &u->functions[1]->insns[0], note_reg,
		       u->functions[1]);
      if (!u || strcmp (regs, table[i].regs))
	printf ("%s gives \"%s\" %s\n", table[i].insn, regs, messages);
      CHECK (u && strcmp (regs, table[i].regs) == 0);
      ptx_unit_free (u);
    }
}

static void
test_scopes (void)
{
  struct ptx_unit *u
    = parse (FUNC (".reg .u32 a, %r<3>;\n"
		   "mov.u32 a,1;\n"
		   "{ .reg .u64 a; .reg .u32 %r1; mov.u64 a,2; mov.u32 %r1,%r2;"
		   "  L: bra L; { bra L; } bra M; }\n"
		   "mov.u32 a,%r1;\n"
		   "{ L: bra L; }\n"
		   "M: ret;"));
  struct ptx_function *f;

  CHECK (u && !messages[0]);
  if (!u)
    return;
  f = u->functions[0];
  CHECK (f->n_regs == 6 && f->n_scopes == 4);
  CHECK (f->insns[0].operand[0].reg == 0);
  CHECK (f->insns[1].operand[0].reg == 4
	 && f->regs[4].type == PTX_U64 && f->regs[4].scope == 1);
  CHECK (f->insns[2].operand[0].reg == 5 && f->insns[2].operand[1].reg == 3);
  CHECK (f->labels[f->insns[3].operand[0].label].insn == 3);
  CHECK (f->labels[f->insns[4].operand[0].label].insn == 3
	 && f->insns[4].scope == 2);
  CHECK (f->labels[f->insns[5].operand[0].label].insn == 8);
  CHECK (f->insns[6].operand[0].reg == 0 && f->insns[6].operand[1].reg == 2);
  CHECK (f->labels[f->insns[7].operand[0].label].insn == 7);
  ptx_unit_free (u);
}

static void
test_functions (void)
{
  struct ptx_unit *u
    = parse (HEAD
	     ".extern .func (.param .u32 r) g (.param .u64 a);\n"
	     ".extern .func out (.param .u32 c) .noreturn;\n"
	     ".visible .entry k (.param .u8 a, .param .align 16 .b8 b[20],"
	     " .param .u64 .ptr .global .align 4 c) .maxntid 32, 4 .reqntid 8"
	     " .minnctapersm 2\n"
	     "{ .param .u32 x; .param .u64 y; .reg .u32 %r; .reg .u64 %t;\n"
	     "  call (x), g, (y);\n"
	     "  $pr: .callprototype (.param .u32 _) _ (.param .u64 _);\n"
	     "  call (x), %t, (y), $pr;\n"
	     "  call out, (x);\n"
	     "}\n"
	     ".func (.param .u32 r) g (.param .u64 a) { ret; }\n");
  struct ptx_function *f;

  CHECK (u && !messages[0]);
  if (!u)
    return;
  f = u->functions[0];
  CHECK (f->entry && f->proto->n_param == 3);
  CHECK (f->proto->param[1]->offset == 16 && f->proto->param[1]->size == 20
	 && f->proto->param[2]->offset == 40);
  CHECK (f->maxntid[0] == 32 && f->maxntid[1] == 4 && f->maxntid[2] == 1
	 && f->reqntid[0] == 8 && f->minnctapersm == 2);
  CHECK (f->insns[0].n_operands == 3 && f->insns[0].operand[0].n_elts == 1
	 && f->insns[0].operand[1].sym->func == u->functions[1]
	 && f->insns[0].operand[2].elts[0].sym->kind == PTX_SYM_PARAM
	 && f->insns[0].operand[2].elts[0].sym->param_index == -1);
  CHECK (f->insns[1].operand[1].kind == PTX_O_REG
	 && f->insns[1].target_table == 0
	 && f->targets[0].proto->n_param == 1);
  CHECK (!ptx_insn_ends_block_p (f, &f->insns[0])
	 && ptx_insn_ends_block_p (f, &f->insns[2]));
  /* The definition without linkage follows an .extern declaration.  */
  CHECK (u->functions[1]->sym->linkage == PTX_LINK_INTERNAL);
  ptx_unit_free (u);
}

static void
test_cfg (void)
{
  /* A diamond whose one arm ends in trap, then a loop.  */
  struct ptx_unit *u
    = parse (FUNC (".reg .pred %p; .reg .u32 %r;\n"
		   "setp.eq.u32 %p,%r,0;\n"	/* 0, block 0 */
		   "@%p bra A;\n"
		   "@%p bra T;\n"		/* 2, block 1 */
		   "mov.u32 %r,1;\n"		/* 3, block 2 */
		   "bra J;\n"
		   "T: trap;\n"			/* 5, block 3 */
		   "A: mov.u32 %r,2;\n"		/* 6, block 4 */
		   "J: add.u32 %r,%r,1;\n"	/* 7, block 5 */
		   "@%p bra J;\n"
		   "@%p ret;\n"			/* 9, block 6 */
		   "exit;\n"			/* 10, block 7 */
		   "mov.u32 %r,3;"));		/* 11, block 8 */
  CHECK (u && !messages[0]);
  if (!u)
    return;
  struct ptx_cfg *c = ptx_cfg_build (u->functions[0]);
  CHECK (c->n_blocks == 10);
  CHECK (c->blocks[0].n_succ == 2 && c->blocks[0].succ[0] == 1
	 && c->blocks[0].succ[1] == 4);
  CHECK (c->blocks[3].n_succ == 0 && c->blocks[3].ipdom == -1);
  CHECK (c->blocks[1].ipdom == 2 && c->blocks[0].ipdom == 5);
  CHECK (c->blocks[5].idom == 0 && c->blocks[2].idom == 1);
  CHECK (c->blocks[5].ipdom == 6 && c->blocks[6].ipdom == 9);
  CHECK (c->blocks[7].n_succ == 0 && c->blocks[8].falls_off
	 && !c->blocks[7].falls_off);
  CHECK (c->blocks[8].n_pred == 0 && c->blocks[8].idom == -1);
  CHECK (c->insn_block[6] == 4 && c->blocks[5].label >= 0);
  ptx_cfg_free (c);
  ptx_unit_free (u);
}

/* ---- Linking.  */

static struct ptx_module *
link_texts (const char *a, const char *b, bool allow)
{
  struct ptx_unit *u[2] = { parse (a) };

  u[1] = ptx_parse (b, strlen (b), "u", &diag);
  if (!u[0] || !u[1])
    {
      ptx_unit_free (u[0]);
      ptx_unit_free (u[1]);
      return NULL;
    }
  return ptx_link (u, 2, allow, &diag);
}

static void
test_link (void)
{
  struct ptx_module *m
    = link_texts (HEAD ".extern .func g; .extern .global .u32 x;\n"
		  ".weak .func h { ret; }\n.func s { exit; }\n"
		  ".common .global .u32 c; .common .global .u32 d[2];\n"
		  ".visible .entry k { .reg .u64 %d; call g; mov.u64 %d,x;"
		  " call h; call s; ret; }\n",
		  HEAD ".visible .func g { ret; }\n"
		  ".visible .global .u32 x = 5;\n"
		  ".visible .func h { exit; }\n.func s { ret; }\n"
		  ".common .global .u32 c[4]; .visible .global .u32 d = 3;\n",
		  false);
  CHECK (m && !messages[0]);
  if (m)
    {
      struct ptx_function *k = m->units[0]->functions[2];

      CHECK (k->insns[0].operand[1].sym->def
	     == ptx_module_lookup (m, "g"));
      CHECK (k->insns[1].operand[1].sym->def->init[0] == 5);
      /* The strong definition wins over the weak one in its own unit.  */
      CHECK (k->insns[2].operand[1].sym->def->unit == m->units[1]);
      CHECK (k->insns[3].operand[1].sym->def->unit == m->units[0]);
      CHECK (ptx_module_lookup (m, "c")->size == 16);
      CHECK (ptx_module_lookup (m, "d")->size == 4);
      CHECK (ptx_module_lookup (m, "nosuch") == NULL);
      ptx_module_free (m);
    }

  m = link_texts (HEAD ".visible .func g { ret; }\n",
		  HEAD "\n.visible .func g { ret; }\n", false);
  CHECK (!m && strstr (messages, "u:5: `g' is defined twice, first in t:4"));
  m = link_texts (HEAD ".extern .func g; .extern .func vprintf;\n"
		  ".func f {\n call g; call vprintf; call g; ret; }\n",
		  HEAD, false);
  CHECK (!m && strcmp (messages, "t:6: undefined function `g'\n") == 0);
  m = link_texts (HEAD ".extern .func g;\n.func f { call g; ret; }\n",
		  HEAD, true);
  CHECK (m != NULL);
  ptx_module_free (m);
  m = link_texts (HEAD ".extern .global .u32 g;\n.extern .shared .u32 d[];\n"
		  ".func f { .reg .u32 %r; ld.global.u32 %r,[g];"
		  " ld.shared.u32 %r,[d]; ret; }\n", HEAD, false);
  CHECK (!m && strcmp (messages, "t:6: undefined variable `g'\n") == 0);
  m = link_texts (HEAD ".visible .func g { ret; }\n",
		  HEAD ".extern .global .u32 g;\n", false);
  CHECK (!m && strstr (messages, "variable `g' is a function in t:4"));
}

/* Each row of insns.def is found by its name, and by nothing shorter.  */

static void
test_table (void)
{
  const struct ptx_insn_row *rows = ptx_insn_rows ();

  for (int op = 0; op < PTX_N_OPS; op++)
    {
      char text[100];
      size_t used = 0;

      snprintf (text, sizeof text, "%s.u32", rows[op].name);
      CHECK (ptx_find_op (text, strlen (text), &used) == op
	     && used == strlen (rows[op].name));
      CHECK (rows[op].n_patterns <= 6);
      for (unsigned i = 0; i < rows[op].n_patterns; i++)
	CHECK (rows[op].pattern[i].n <= PTX_MAX_OPERANDS);
    }
  for (int s = 0; s < PTX_N_SREGS; s++)
    CHECK (ptx_find_sreg (ptx_sreg_name (s), strlen (ptx_sreg_name (s)))
	   == s);
  CHECK (ptx_find_sreg ("%tid.", 5) == -1 && ptx_find_sreg ("%ti", 3) == -1);
}

int
main (void)
{
  test_module ();
  test_constants ();
  test_instructions ();
  test_regs ();
  test_scopes ();
  test_functions ();
  test_cfg ();
  test_link ();
  test_table ();
  printf ("%u passed, %u failed, 0 skipped\n", n_passed, n_failed);
  return n_failed != 0;
}
