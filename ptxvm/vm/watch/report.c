/* The PTX machine: faults and reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "code/where.h"
#include "simt/report/suppress.h"
#include "vm-int.h"
#include "watch/parts.h"
#include "watch/stack.h"

/* What the next report of this thread is about too.  */
static _Thread_local const struct simt_related *others;
static _Thread_local size_t n_others;
static _Thread_local struct stack_groups *groups;	/* Where they are from
							   watch_others.  */

void
report_relate (const struct simt_related *r, size_t n)
{
  others = r;
  n_others = n;
}

void
watch_others (struct warp *w, uint32_t lanes)
{
  if (!groups && !(groups = malloc (sizeof *groups)))
    return;
  stack_groups (groups, w->block, w, lanes);
  report_relate (groups->related, groups->n);
}

/* The report is made, or another was first.  */

static void
forget_others (void)
{
  report_relate (NULL, 0);
  free (groups);
  groups = NULL;
}

/* What R, of W at U, has of places: STACK is room for the call stack, REGION
   for the target region.  RELATED has room for one more than there are
   others.  */

static void
put_places (struct simt_report *r, struct warp *w, const struct uop *u,
	    struct simt_place *stack, struct simt_place *region,
	    struct simt_related *related)
{
  size_t n = 0;
  if (stack_region (w->block->launch->kernel->func, region))
    related[n++] = (struct simt_related) {
      .role = "target region",
      .text = (strstr (region->function, "$_omp_fn$")
	       ? "in the target region" : "in the kernel"),
      .when = SIMT_BEFORE, .stack = region, .n_stack = 1
    };
  for (size_t k = 0; k < n_others; k++)
    related[n++] = others[k];
  r->places = (struct simt_places) {
    .stack = stack, .n_stack = stack_places (w->act, u, stack, STACK_FRAMES),
    .related = related, .n_related = n
  };
}

/* Put into BUF, of N bytes, from where the program's own code called what is at
   U in W, if that is a function of the compiler's libraries; else nothing.  */

static void
put_user (struct warp *w, const struct uop *u, char *buf, size_t n)
{
  const struct act *a = stack_user (w->act, &u);
  char place[256];
  *buf = '\0';
  if (!a || a == w->act)
    return;
  uop_place (place, sizeof place, a->func, u);
  snprintf (buf, n, ", which %s called", place);
}

/* Where a report is about the address of an access, and what is known of it.  */

static void
add_address (struct vm *vm, struct simt_report *r, uint64_t address)
{
  bool initcheck = r->kind == VM_R_INITCHECK && address;
  if (initcheck || r->kind == VM_R_MEMORY || r->kind == VM_R_MISALIGNED
      || r->kind == VM_R_RACE)
    simt_fact_address (r, "address", NULL, address);
  if (initcheck || (r->kind == VM_R_MEMORY && address))
    r->mem = &vm->mem;
  r->address = address;
}

static void
send (struct warp *w, const struct uop *u, unsigned lane,
      enum vm_report_kind kind, uint64_t addr, const char *reg,
      const char *what)
{
  struct block *b = w->block;
  const struct vfunc *f = w->act->func, *kernel = b->launch->kernel->func;
  char place[256], text[4096], user[300];
  struct simt_place stack[STACK_FRAMES], region;
  struct simt_related related[n_others + 1];
  const struct ptx_loc *l = uop_loc (f, u);
  const unsigned thread[3] = { w->tid[0][lane], w->tid[1][lane],
			       w->tid[2][lane] };
  unsigned line = uop_line (f, u);
  struct simt_report r =
    {
      .kind = kind, .text = text, .function = f->name,
      .path = l ? unit_path (f->ptx->unit, l->file) : NULL,
      .line = l ? l->line : 0
    };
  uop_place (place, sizeof place, f, u);
  put_user (w, u, user, sizeof user);
  if (kind == VM_R_BARRIER)
    snprintf (text, sizeof text, "%s%s", what, user);
  else
    {
      bool own = !strcmp (kernel->name, f->name) || kind == VM_R_UNINIT;
      snprintf (text, sizeof text, "%s in %s%s, block (%u,%u,%u) thread "
		"(%u,%u,%u), PTX line %u%s%s", what, place, user, b->ctaid[0],
		b->ctaid[1], b->ctaid[2], thread[0], thread[1], thread[2], line,
		own ? "" : ", kernel ", own ? "" : kernel->name);
    }
  simt_fact_text (&r, "kernel", "kernel", kernel->name);
  simt_fact_text (&r, "function", NULL, f->name);
  simt_fact_text (&r, "unit", "unit", f->ptx->unit->name);
  if (line)
    simt_fact_number (&r, "ptx_line", "ptxLine", line);
  simt_fact_source (&r);
  simt_fact_vector (&r, "block", "block", b->ctaid);
  simt_fact_vector (&r, "thread", "thread", thread);
  simt_fact_text (&r, "register", "register", reg);
  add_address (w->vm, &r, addr);
  put_places (&r, w, u, stack, &region, related);
  vm_report (w->vm, &r);
  forget_others ();
  if (w->vm->debugger)
    w->vm->debugger->reported (w, u, lane);
}

/* Say what is wrong where LANE executes U, and go on.  */
void
watch_note (struct warp *w, const struct uop *u, unsigned lane,
	 enum vm_report_kind kind, uint64_t addr, const char *reg,
	 const char *fmt, ...)
{
  char what[3072];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (what, sizeof what, fmt, ap);
  va_end (ap);
  send (w, u, lane, kind, addr, reg, what);
}

/* The same, and end the launch with RESULT.  Of faults on several host threads at
   once, the first is reported.  */
void
watch_fault (struct warp *w, const struct uop *u, unsigned lane,
	  enum vm_result result, enum vm_report_kind kind, uint64_t addr,
	  const char *fmt, ...)
{
  char what[3072];
  va_list ap;
  int none = 0;
  va_start (ap, fmt);
  vsnprintf (what, sizeof what, fmt, ap);
  va_end (ap);
  if (atomic_compare_exchange_strong (&w->block->launch->result, &none,
				      (int) result))
    send (w, u, lane, kind, addr, NULL, what);
  forget_others ();
  longjmp (*w->escape, 1);
}

void
watch_launch_fault (struct launch *l, enum vm_result result,
	      enum vm_report_kind kind, const char *fmt, ...)
{
  char what[512], text[1024];
  const struct vfunc *f = l->kernel->func;
  struct simt_report r = { .kind = kind, .text = text, .function = f->name };
  va_list ap;
  int none = 0;
  va_start (ap, fmt);
  vsnprintf (what, sizeof what, fmt, ap);
  va_end (ap);
  snprintf (text, sizeof text, "%s, kernel %s", what, f->name);
  if (!atomic_compare_exchange_strong (&l->result, &none, (int) result))
    return;
  simt_fact_text (&r, "kernel", "kernel", f->name);
  simt_fact_text (&r, "function", NULL, f->name);
  simt_fact_text (&r, "unit", "unit", f->ptx->unit->name);
  vm_report (l->vm, &r);
}

/* LANES read the register that U (a chkdef) checks, unwritten.  */
void
watch_uninit (struct warp *w, const struct uop *u, uint32_t lanes)
{
  const struct vfunc *f = w->act->func;
  uint32_t r = f->undef[u->n].reg;
  const char *name = f->ptx->regs[r].name;
  if (w->vm->opt.uninit == VM_UNINIT_ERROR)
    {
      int none = 0;
      char what[300];
      snprintf (what, sizeof what, "uninitialised register %s read", name);
      if (atomic_compare_exchange_strong (&w->block->launch->result, &none,
					  VM_UNINIT))
	send (w, u, first_lane (lanes), VM_R_UNINIT, 0, name, what);
      longjmp (*w->escape, 1);
    }
  if (report_first (w->vm, &f->ptx->insns[u->insn], r))
    vm_note (w, u, first_lane (lanes), VM_R_UNINIT, 0, name,
	     "uninitialised register %s read", name);
}
