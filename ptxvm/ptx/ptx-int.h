/* What the files of the PTX front end share among themselves.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef PTX_INT_H
#define PTX_INT_H

#include <string.h>

#include "ptx.h"

/* ---- Arena (arena.c): memory that is freed all at once.  */

struct ptx_arena;
extern struct ptx_arena *ptx_arena_new (void);
extern void ptx_arena_free (struct ptx_arena *);
/* SIZE zeroed bytes, aligned for any type.  Out of memory ends the
   process with a message, as everywhere in the front end.  */
extern void *ptx_arena_alloc (struct ptx_arena *, size_t size);
/* The same with a copy of SIZE bytes at FROM in them.  */
extern void *ptx_arena_copy (struct ptx_arena *, const void *from,
			     size_t size);
extern char *ptx_arena_strndup (struct ptx_arena *, const char *, size_t);
extern void *ptx_xrealloc (void *, size_t);
extern void *ptx_xcalloc (size_t, size_t);

/* Make room for one more element in vector V of N elements, A allocated.  */
#define PTX_GROW(V, N, A)						\
  do									\
    if ((N) == (A))							\
      {									\
	(A) = (A) ? (A) * 2 : 16;					\
	(V) = ptx_xrealloc ((V), (A) * sizeof *(V));			\
      }									\
  while (0)

/* ---- Limits.  A text that passes one is refused with an error.  */

#define PTX_MAX_ERRORS 20
#define PTX_MAX_DEPTH 256	/* Scopes, expressions, initialisers.  */
#define PTX_MAX_REGS (1u << 20)	/* In a function.  */
#define PTX_MAX_UNIT_REGS (1u << 22)
#define PTX_MAX_VECTOR 256	/* Elements of a `{ }' operand.  */
#define PTX_MAX_ARGS 4096	/* Of a call or a prototype.  */
#define PTX_MAX_RANGE (1u << 16)	/* Variables or labels written as
					   `NAME<N>' in a unit.  */
#define PTX_MAX_TEXT 0x7fffffffu
#define PTX_MAX_INIT (1ull << 30)	/* Bytes of initialised variables in a
					   unit.  */

/* ---- Names.  Each spelling is one struct for the whole unit, which knows
   what it stands for in the innermost open scope.  */

enum ptx_binding_kind
{
  PTX_BIND_REG,			/* index: register.  */
  PTX_BIND_REG_RANGE,		/* `%r<N>': index the first, count N.  */
  PTX_BIND_SYM,
  PTX_BIND_SYM_RANGE,
  PTX_BIND_TARGETS		/* index: into the function's targets.  */
};

struct ptx_name;

struct ptx_binding
{
  uint8_t kind;
  uint32_t scope_depth;		/* 0: module scope.  */
  int32_t index;
  uint32_t count;
  struct ptx_symbol *sym;	/* SYM; SYM_RANGE: the first of COUNT.  */
  struct ptx_symbol **syms;
  struct ptx_binding *outer;	/* What it hides.  */
  struct ptx_name *name;
  struct ptx_binding *next_in_scope;
};

struct ptx_label_binding
{
  int32_t index;
  uint32_t scope_depth;
  struct ptx_label_binding *outer;
  struct ptx_name *name;
  struct ptx_label_binding *next_in_scope;
};

struct ptx_name
{
  const char *str;
  uint32_t len, hash;
  int16_t op;			/* As an instruction: ptx_first_op, ...  */
  bool op_known;		/* ... once that has been looked for.  */
  struct ptx_name *next;
  struct ptx_binding *bind;	/* By its exact spelling.  */
  struct ptx_binding *range;	/* As the stem of `%r<N>'.  */
  struct ptx_label_binding *label;
};

/* ---- Tokens (lex.c).  */

enum ptx_token_kind
{
  PTX_T_EOF,
  PTX_T_IDENT,		/* name.  */
  PTX_T_DOT,		/* `.word': start and len without the dot.  */
  PTX_T_INT,		/* imm; is_unsigned.  */
  PTX_T_FLOAT,		/* imm: bits of a double, or of a float when
			   single.  */
  PTX_T_STRING,		/* start, len: between the quotes.  */
  PTX_T_PUNCT,		/* punct: the character, or one of PTX_P_*.  */
  PTX_T_BAD		/* After an error: matches nothing and stays.  */
};

enum { PTX_P_SHL = 256, PTX_P_SHR, PTX_P_EQ, PTX_P_NE, PTX_P_LE, PTX_P_GE,
       PTX_P_ANDAND, PTX_P_OROR };

struct ptx_token
{
  uint8_t kind;
  bool is_unsigned, single;
  int punct;
  uint32_t line;
  const char *start;		/* In the text.  */
  uint32_t len;
  struct ptx_name *name;
  uint64_t imm;
};

/* ---- The parser.  Errors put it into a state where no token matches, so
   that every function simply runs to its end; ptx_p_recover ends that.  */

struct ptx_label_ref
{
  struct ptx_name *name;
  uint32_t line;
  int32_t insn;			/* Instruction and operand, ...  */
  uint8_t operand;
  int32_t table, entry;		/* ... or entry of a .branchtargets.  */
  bool is_table;		/* The operand of brx.idx.  */
  struct ptx_label_ref *next;
};

struct ptx_scope
{
  uint32_t id;
  struct ptx_binding *bindings;
  struct ptx_label_binding *labels;
  struct ptx_label_ref *refs;	/* Not found yet.  */
};

struct ptx_insn_row;

struct ptx_parser
{
  const char *p, *end;		/* What is not lexed yet.  */
  const char *text;
  uint32_t line;
  struct ptx_token tok;
  const char *prev_end;		/* End of the token before TOK.  */
  bool failed;			/* In the state after an error.  */
  bool ahead;			/* In the first reading of ANY_ORDER: bodies
				   and initialisers are skipped.  */
  unsigned n_errors;
  unsigned line_base;
  struct ptx_diag *diag;
  struct ptx_unit *unit;
  struct ptx_arena *arena;
  const struct ptx_insn_row *rows;	/* ptx_insn_rows.  */

  struct ptx_name **names;	/* Hash table, a power of two.  */
  uint32_t names_size, n_names;
  bool has_ranges;		/* Some `NAME<N>' was declared.  */

  struct ptx_binding *free_bindings;	/* Of scopes that are closed.  */
  struct ptx_scope scopes[PTX_MAX_DEPTH + 1];
  uint32_t depth;		/* Index of the innermost one.  */

  uint32_t symbols_alloc, functions_alloc, locs_alloc, files_alloc;
  uint32_t unit_regs, unit_range;
  uint64_t init_bytes;
  uint32_t cur_loc;		/* Index of the last .loc, 0 for none.  */
  uint32_t atomic_line;		/* Of a comment that says that the next instruction
				   is atomic; 0: none.  */

  /* The function that is being read.  Its vectors grow here; when it ends,
     what they hold goes to the arena, and the next one takes them over.  */
  struct ptx_function *fn;
  struct ptx_function vectors;	/* Those six, while there is no function.  */
  uint32_t regs_alloc, labels_alloc, insns_alloc, locals_alloc,
    targets_alloc, scopes_alloc;
};

/* lex.c.  */
extern void ptx_next (struct ptx_parser *);
extern struct ptx_name *ptx_intern (struct ptx_parser *, const char *,
				    size_t);
extern void ptx_skip_space (struct ptx_parser *);

/* parse.c: errors and small helpers.  */
extern void ptx_p_error (struct ptx_parser *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void ptx_p_error_at (struct ptx_parser *, uint32_t line,
			    const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void ptx_p_unexpected (struct ptx_parser *, const char *wanted);
extern bool ptx_p_expect (struct ptx_parser *, int punct);
extern uint64_t ptx_p_uint (struct ptx_parser *, uint64_t max,
			    const char *what);
extern void ptx_p_recover (struct ptx_parser *);
extern bool ptx_p_skip_braces (struct ptx_parser *);

/* Whether the current token is PUNCT, or `.WORD'; ..._accept go on to the next
   one if it is.  Here, since all the parser does is ask.  */

static inline bool
ptx_p_is (const struct ptx_parser *p, int punct)
{
  return p->tok.kind == PTX_T_PUNCT && p->tok.punct == punct;
}

static inline bool
ptx_p_accept (struct ptx_parser *p, int punct)
{
  if (!ptx_p_is (p, punct))
    return false;
  ptx_next (p);
  return true;
}

static inline bool
ptx_p_dot_is (const struct ptx_parser *p, const char *word)
{
  return (p->tok.kind == PTX_T_DOT && strlen (word) == p->tok.len
	  && memcmp (p->tok.start, word, p->tok.len) == 0);
}

static inline bool
ptx_p_accept_dot (struct ptx_parser *p, const char *word)
{
  if (!ptx_p_dot_is (p, word))
    return false;
  ptx_next (p);
  return true;
}

/* parse-debug.c.  */
extern void ptx_p_loc_directive (struct ptx_parser *);
extern void ptx_p_file_directive (struct ptx_parser *);
extern void ptx_p_section (struct ptx_parser *);
extern void ptx_p_pragma (struct ptx_parser *);

/* parse-notes.c.  The comment from S to END, which begins as PTX_COMMENT has it.  */
#define PTX_COMMENT "// accelfix: "
extern void ptx_p_note (struct ptx_parser *, const char *s, const char *end);

/* scope.c.  */
extern bool ptx_scope_open (struct ptx_parser *);
extern void ptx_scope_close (struct ptx_parser *);
extern struct ptx_binding *ptx_bind (struct ptx_parser *, struct ptx_name *,
				     enum ptx_binding_kind);
/* What NAME means here; for one of a range *OFFSET is which one.  */
extern struct ptx_binding *ptx_lookup (struct ptx_parser *,
				       struct ptx_name *, uint32_t *offset);
extern void ptx_bind_label (struct ptx_parser *, struct ptx_name *,
			    uint32_t line, int32_t index);
extern void ptx_label_reference (struct ptx_parser *,
				 const struct ptx_label_ref *);

/* parse-expr.c.  */
struct ptx_value
{
  enum { PTX_V_INT, PTX_V_FLOAT, PTX_V_ADDR } kind;
  bool is_unsigned, single;	/* INT; FLOAT: written as 0f.  */
  bool generic;			/* ADDR.  */
  bool masked;			/* ADDR: under a mask.  */
  uint64_t mask;
  struct ptx_symbol *sym;	/* ADDR.  */
  uint64_t imm;			/* INT: value; FLOAT: bits; ADDR: addend.  */
};
/* The number that an INT or FLOAT is; make it a FLOAT.  */
extern double ptx_value_double (const struct ptx_value *);
extern void ptx_value_set_double (struct ptx_value *, double);
extern bool ptx_p_expr (struct ptx_parser *, struct ptx_value *);
extern void ptx_p_offsets (struct ptx_parser *, int64_t *sum);
extern int64_t ptx_p_const_int (struct ptx_parser *);
/* Bits of V as TYPE takes them; false if a float stands where an integer
   must.  */
extern bool ptx_value_bits (const struct ptx_value *, enum ptx_type,
			    uint64_t *bits);
/* parse-init.c.  */
extern void ptx_p_initialiser (struct ptx_parser *, struct ptx_symbol *,
			       const uint64_t *dims, unsigned n_dims);

/* parse-decl.c.  */
extern bool ptx_p_space (const struct ptx_parser *, enum ptx_space *);
extern void ptx_p_variable (struct ptx_parser *, enum ptx_linkage,
			    bool linkage_written);
extern struct ptx_proto *ptx_p_proto_part (struct ptx_parser *,
					   struct ptx_proto *, bool ret,
					   bool entry, bool bind);
extern struct ptx_symbol *ptx_new_symbol (struct ptx_parser *,
					  struct ptx_name *, uint8_t kind);

/* parse-func.c.  */
extern void ptx_p_function (struct ptx_parser *, enum ptx_linkage);

/* parse-insn.c.  */
extern void ptx_p_instruction (struct ptx_parser *, struct ptx_name *opcode,
			       const char *start, uint32_t line);

/* parse-operand.c.  */

/* A float literal in ptx_operand.float_lit until the type is known.  */
enum { PTX_LIT_NONE, PTX_LIT_DOUBLE, PTX_LIT_SINGLE };

extern void ptx_p_init_operand (struct ptx_operand *);
extern int32_t ptx_p_register (struct ptx_parser *, const char *what);
extern bool ptx_p_simple_operand (struct ptx_parser *, struct ptx_operand *);
extern void ptx_p_operand (struct ptx_parser *, struct ptx_operand *,
			   bool first, bool video);

/* cfg.c.  Compute every block's ipdom anew.  */
extern void ptx_cfg_postdominators (struct ptx_cfg *);

/* insns.c: the table of insns.def.  */
struct ptx_pattern_operand { char role, type; bool optional; };
struct ptx_pattern
{
  uint8_t n, min;
  struct ptx_pattern_operand op[PTX_MAX_OPERANDS];
};
struct ptx_insn_row
{
  const char *name;
  uint8_t class, name_len;
  uint8_t n_patterns;
  uint8_t max_operands;		/* Of all patterns.  */
  uint8_t n_dots;		/* In the name.  */
  uint64_t types[2];
  uint64_t mods;
  const char *operands;
  struct ptx_pattern pattern[6];
};
enum ptx_insn_class { C_ALU, C_MEM, C_FLOW, C_SYNC, C_TEX, C_MATRIX,
		      C_OTHER };
extern const struct ptx_insn_row *ptx_insn_rows (void);	/* By enum ptx_op.  */
/* The type that NAME, LEN bytes without a dot, is; PTX_NONE for none.  */
extern enum ptx_type ptx_type_by_name (const char *name, size_t len);
/* The opcode that begins TEXT (LEN bytes, modifiers with their dots behind
   it), or -1; *USED is the length of its name.  */
extern int ptx_find_op (const char *text, size_t len, size_t *used);
/* Of the opcodes whose names begin with WORD, alone or before a dot, the one with
   the longest name; or -1.  */
extern int ptx_first_op (const char *word, size_t len);
/* Read modifier WORD into INSN; false if ROW has no such modifier.  */
extern bool ptx_apply_modifier (const struct ptx_insn_row *,
				struct ptx_insn *, const char *word,
				size_t len);
/* The number of the pattern that INSN's operands fit, or -1.  */
extern int ptx_find_pattern (const struct ptx_insn *);
/* That pattern, or NULL of `call'.  */
extern const struct ptx_pattern *ptx_insn_pattern (const struct ptx_insn *);
/* Type and size in bits that operand code TYPE (see insns.def) stands for in
   INSN; PTX_NONE for any.  */
extern enum ptx_type ptx_operand_type (const struct ptx_insn *, char type);

#define T_OPT (1ull << 63)	/* In types: may be left out.  */
#define PTX_ROW_VIDEO (1ull << 62)	/* In mods: a video instruction.  */
#define M_ROW_ANY (1ull << 61)		/* In mods: takes any modifier.  */

#endif /* PTX_INT_H */
