/* The debugger of amdgcn code: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_DEBUG_INT_H
#define GCN_DEBUG_INT_H

#include "simt/debug/machine.h"
#include "simt/dwarf/dw.h"
#include "vm-int.h"

/* The machine that is debugged, of several the last one: they share their memory.  */
extern struct gcnvm *debugged;

/* ---- A lane's place (place.c).  All lanes of a wave are at the same one.  */

static inline struct wave *
wave_of (const struct place *p)
{
  return p->wave;
}

static inline uint64_t
pc_of (const struct place *p)
{
  return (uintptr_t) p->pc;
}

/* Functions that were inlined have frames of their own, which are at the same place of the
   code as the frame of the function that they are in.  A frame's depth is FRAMES_A_CALL for
   each call that has not returned, and 1 for each function that is inlined between the one
   that was called and the frame's.  */
enum { FRAMES_A_CALL = 64 };

static inline unsigned
inlined_in (const struct place *p)
{
  return p->depth % FRAMES_A_CALL;
}

/* W runs, and has come to PC, which its NEXT does not say; or NULL: none does.  */
extern void place_runs (const struct wave *w, uint64_t pc);
extern void code_lines (const void *module,
			bool (*fn) (const struct code_line *, void *),
			void *closure);

/* ---- Debug information (info.c).  */

struct info
{
  struct info *next;
  const struct gcnvm_code *code;
  const void *image;
  size_t image_size;
  const struct simt_dw *dw;
  void *dwarf;			/* NULL: there is none.  */
  struct simt_die *units;
  size_t n_units;
  struct frame_section *frames;	/* unwind.c's, or NULL.  */
  struct inlined_entry *entries;	/* scopes.c's.  */
  size_t n_entries;
  bool entries_known;
};
/* What is known of CODE; NULL if it has no debug information.  */
extern struct info *info_of (const struct gcnvm_code *code);
/* The contents of section NAME of CODE's image, and its SIZE; NULL if there is none.  */
extern const uint8_t *code_section (const struct gcnvm_code *code,
				    const char *name, size_t *size);
/* The bounds of the function of CODE that ADDRESS is in; false if none is there.  */
extern bool function_bounds (const struct gcnvm_code *code, uint64_t address,
			     const char **name, uint64_t *start, uint64_t *end);

/* ---- Scopes (scopes.c).  */

enum { MOST_SCOPES = 32 };

/* The scopes that a place is in: a function, then the blocks and inlined functions, from
   the outside in.  */
struct scopes
{
  const struct info *info;
  unsigned n;
  struct simt_die die[MOST_SCOPES];
  unsigned char inlined[MOST_SCOPES];	/* Inlined functions that it is in, itself among
					   them.  */
};
/* The scopes that ADDRESS of CODE is in; false if they are not known.  *PC is its place in
   the file.  */
extern bool scopes_find (const struct gcnvm_code *code, uint64_t address,
			 struct scopes *s, uint64_t *pc);
/* How many functions are inlined, one in the other, where ADDRESS of CODE is; *NAME is the
   innermost's.  */
extern unsigned scopes_inlined (const struct gcnvm_code *code, uint64_t address,
				const char **name);
/* Of function N of these, 0 for the one that they are in: put its name, unless N is 0, and
   the line where it calls function N + 1 into *L.  */
extern void scopes_call (const struct gcnvm_code *code, uint64_t address, unsigned n,
			 struct line *l);
/* What tells function N of these, not 0, from others.  */
extern uintptr_t scopes_key (const struct gcnvm_code *code, uint64_t address,
			     unsigned n);
/* Call FN with the lines where functions that are inlined in CODE begin, until it returns
   true; and whether the one that is function N at ADDRESS begins there.  */
extern void scopes_entries (const struct gcnvm_code *code,
			    bool (*fn) (const struct code_line *, void *),
			    void *closure);
extern bool scopes_entry_p (const struct gcnvm_code *code, uint64_t address,
			    unsigned n);

/* ---- Frames (unwind.c).  */

/* The registers of a frame.  */
struct frame
{
  const struct wave *wave;
  uint64_t pc;
  bool cfa_known;
  uint64_t cfa;
  uint32_t s[GCN_VCC];		/* SGPRs.  */
  uint64_t saved[VGPRS];	/* Where a VGPR's lanes are saved; 0: they are in the
				   register.  */
};
/* Put the registers of P's frame into *F.  */
extern void frame_find (const struct place *p, struct frame *f);

/* ---- DWARF's numbers of registers (numbers.c).  */

/* The scalar register that DWARF's register N is, or -1; and the VGPR.  */
extern int scalar_of (uint64_t n), vector_of (uint64_t n);
/* The number of SGPR N or, if VECTOR, VGPR N.  */
extern uint64_t dwarf_of (bool vector, uint64_t n);
/* The word of DWARF's register N of F, in LANE; false if it has none that is known.  */
extern bool frame_register (const struct frame *f, uint64_t n, unsigned lane,
			    uint32_t *word);

/* ---- GDB's remote protocol (remote.c).  */

extern const struct debug_remote gcn_remote;

/* ---- Locations (location.c).  */

struct location
{
  enum { IN_MEMORY, IN_REGISTERS, IS_VALUE } kind;
  uint64_t value;		/* The address, or the value.  */
  unsigned n;			/* Registers, each 4 bytes.  */
  uint64_t regs[4];		/* DWARF's numbers.  */
};
/* Evaluate OPS, of which there are N, in F, of code whose addresses begin with BASE; as
   call frame information if CFI, where a register has 32 bits.  False if that cannot be
   done.  */
extern bool location_find (const struct frame *f, uint64_t base,
			   const struct simt_op *ops, size_t n, bool cfi,
			   struct location *to);

/* ---- LDS (lds.c).  */

/* Say in BUF, of N bytes, which variable of KERNEL, in CODE, OFFSET in LDS is in; false
   if that is not known.  */
extern bool lds_name (const struct gcnvm_code *code, const char *kernel,
		      uint64_t offset, char *buf, size_t n);

#endif /* GCN_DEBUG_INT_H */
