/* The PTX machine: vprintf, malloc, free and __assertfail.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "code/shadow.h"
#include "code/where.h"
#include "run/lanes.h"
#include "run/rare.h"

/* The value of argument K of call C in LANE, as a 64-bit number.  */
static uint64_t
arg (struct warp *w, const struct vcall *c, uint32_t k, unsigned lane)
{
  if (k >= c->n_arg)
    return 0;
  const struct vparam *p = &c->arg[k];
  uint64_t v = 0;
  if (!p->in_reg)
    memcpy (&v, w->local + lane * w->lstride + w->act->lbase + p->where,
	    p->size < 8 ? p->size : 8);
  else
    v = p->size <= 4 ? *R4P (w, p->where, lane) : *R8P (w, p->where, lane);
  return v;
}

static void
set_result (struct warp *w, const struct vcall *c, unsigned lane, uint64_t v)
{
  if (c->n_ret == 0)
    return;
  const struct vparam *p = &c->ret[0];
  if (!p->in_reg)
    memcpy (w->local + lane * w->lstride + w->act->lbase + p->where, &v,
	    p->size < 8 ? p->size : 8);
  else if (p->size <= 4)
    *R4P (w, p->where, lane) = (uint32_t) v;
  else
    *R8P (w, p->where, lane) = v;
}

/* A growing text.  */
struct text
{
  char *p;
  size_t n, alloc;
  struct warp *warp;		/* That it is for.  */
};

static void
add_bytes (struct text *t, const char *p, size_t n)
{
  if (t->n + n + 1 > t->alloc)
    {
      size_t alloc = 2 * (t->n + n) + 128;
      char *p2 = realloc (t->p, alloc);
      if (!p2)
	{
	  free (t->p);
	  vm_no_memory (t->warp, "a text of the kernel's");
	}
      t->p = p2;
      t->alloc = alloc;
    }
  memcpy (t->p + t->n, p, n);
  t->n += n;
  t->p[t->n] = 0;
}

static char
device_byte (struct warp *w, const struct uop *u, unsigned lane,
	     uint64_t addr)
{
  return (char) MEM_GET (u8, rare_resolve (w, u, lane, addr, 1, PTX_GENERIC,
					   ACCESS_LOAD));
}

/* The string at ADDR, at most MAX characters of it.  */
static void
device_string (struct warp *w, const struct uop *u, unsigned lane,
	       uint64_t addr, size_t max, struct text *t)
{
  for (size_t k = 0; k < max; k++)
    {
      char c = device_byte (w, u, lane, addr + k);
      if (!c)
	break;
      add_bytes (t, &c, 1);
    }
}

/* The next SIZE bytes of the argument buffer at *AT.  */
static uint64_t
next_arg (struct warp *w, const struct uop *u, unsigned lane, uint64_t *at,
	  unsigned size)
{
  *at = (*at + size - 1) / size * size;
  void *p = rare_resolve (w, u, lane, *at, size, PTX_GENERIC, ACCESS_LOAD);
  if (w->vm->shadow)
    w->vm->watch->printed (w, u, lane, *at, size);
  *at += size;
  return size == 4 ? *(uint32_t *) p : *(uint64_t *) p;
}

/* Of a field, in characters.  */
#define MAX_WIDTH 65535

/* One conversion of FMT, which begins after its `%'; returns what is after
   it.  Integers narrower than int come as int; float as double.  */
static const char *
convert (struct warp *w, const struct uop *u, unsigned lane, const char *fmt,
	 uint64_t *at, struct text *out)
{
  char spec[80] = "%", buf[32];
  size_t n = 1;
  int prec = -1;
  const char *start = fmt;

  for (; *fmt && strchr ("-+ #0", *fmt) && n < 20; fmt++)
    spec[n++] = *fmt;
  for (int part = 0; part < 2; part++)
    {
      if (part == 1)
	{
	  if (*fmt != '.')
	    break;
	  spec[n++] = *fmt++;
	  prec = 0;
	}
      int v = 0;
      bool star = *fmt == '*', given = star || isdigit ((unsigned char) *fmt);
      if (star)
	{
	  v = (int) next_arg (w, u, lane, at, 4);
	  fmt++;
	}
      else
	for (; isdigit ((unsigned char) *fmt); fmt++)
	  v = v < 100000 ? 10 * v + (*fmt - '0') : v;
      /* A kernel must not make the host print or allocate without limit.  */
      v = v > MAX_WIDTH ? MAX_WIDTH : v < -MAX_WIDTH ? -MAX_WIDTH : v;
      if (part == 1 && v < 0)	/* As if there were none.  */
	n--;
      else if (given)
	n += (size_t) snprintf (spec + n, 16, "%d", v);
      if (part == 1)
	prec = v;
    }
  unsigned size = 4;
  for (; *fmt && strchr ("hlLqjzt", *fmt); fmt++)
    if (*fmt != 'h')
      size = 8;
  char conv = *fmt;
  if (conv)
    fmt++;
  switch (conv)
    {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
      {
	uint64_t v = next_arg (w, u, lane, at, size);
	bool sign = conv == 'd' || conv == 'i';
	long long x = (size == 8 ? (long long) v : sign ? (int32_t) v
		       : (long long) (uint32_t) v);
	snprintf (spec + n, sizeof spec - n, "ll%c", conv);
	char *big = NULL;
	int len = asprintf (&big, spec, x);
	if (len >= 0)
	  add_bytes (out, big, (size_t) len);
	free (big);
	break;
      }
    case 'c':
      {
	snprintf (spec + n, sizeof spec - n, "c");
	char *big = NULL;
	int len = asprintf (&big, spec, (int) next_arg (w, u, lane, at, 4));
	if (len >= 0)
	  add_bytes (out, big, (size_t) len);
	free (big);
	break;
      }
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a':
    case 'A':
      {
	double v = bits_f64 (next_arg (w, u, lane, at, 8));
	char *big = NULL;
	snprintf (spec + n, sizeof spec - n, "%c", conv);
	int len = asprintf (&big, spec, v);
	if (len >= 0)
	  add_bytes (out, big, (size_t) len);
	free (big);
	break;
      }
    case 's':
      {
	uint64_t a = next_arg (w, u, lane, at, 8);
	struct text s = { .warp = w };
	char *big = NULL;
	add_bytes (&s, "", 0);
	if (a == 0)
	  add_bytes (&s, "(null)", 6);
	else
	  device_string (w, u, lane, a, prec >= 0 ? (size_t) prec : SIZE_MAX,
			 &s);
	snprintf (spec + n, sizeof spec - n, "s");
	int len = asprintf (&big, spec, s.p);
	if (len >= 0)
	  add_bytes (out, big, (size_t) len);
	free (big);
	free (s.p);
	break;
      }
    case 'p':
      {
	uint64_t v = next_arg (w, u, lane, at, 8);
	int len = snprintf (buf, sizeof buf, "0x%llx", (unsigned long long) v);
	add_bytes (out, buf, (size_t) len);
	break;
      }
    case '%':
      add_bytes (out, "%", 1);
      break;
    default:
      add_bytes (out, "%", 1);
      add_bytes (out, start, (size_t) (fmt - start));
      break;
    }
  return fmt;
}

/* vprintf (format, arguments): the number of arguments, or -1 ("System
   calls" of the CUDA manual).  */
static int
do_vprintf (struct warp *w, const struct uop *u, unsigned lane, uint64_t fmt,
	    uint64_t at)
{
  struct text f = { .warp = w }, out = { .warp = w };
  int n = 0;
  add_bytes (&f, "", 0);
  add_bytes (&out, "", 0);
  device_string (w, u, lane, fmt, SIZE_MAX, &f);
  for (const char *p = f.p; *p;)
    {
      const char *q = strchr (p, '%');
      size_t len = q ? (size_t) (q - p) : strlen (p);
      add_bytes (&out, p, len);
      if (!q)
	break;
      n += q[1] != '%';
      p = convert (w, u, lane, q + 1, &at, &out);
    }
  simt_output_add (&w->vm->output, out.p, out.n, w->vm->opt.printf_size);
  free (f.p);
  free (out.p);
  return n;
}

static _Noreturn void
do_assertfail (struct warp *w, const struct uop *u, unsigned lane,
	       const struct vcall *c)
{
  struct text s[3];
  memset (s, 0, sizeof s);
  static const uint32_t which[3] = { 0, 1, 3 };
  for (int k = 0; k < 3; k++)
    {
      uint64_t a = arg (w, c, which[k], lane);
      add_bytes (&s[k], "", 0);
      if (a)
	device_string (w, u, lane, a, 1000, &s[k]);
    }
  char text[1600];
  snprintf (text, sizeof text, "%.400s:%u: %.400s: assertion `%.400s' failed",
	    s[1].p, (unsigned) arg (w, c, 2, lane), s[2].p, s[0].p);
  for (int k = 0; k < 3; k++)
    free (s[k].p);
  vm_fault (w, u, lane, VM_ASSERT, VM_R_TRAP, 0, "%s", text);
}

/* ---- Who calls malloc, for the check for leaks.  */

/* Places, as text, which stay as long as the process.  */
static struct site
{
  struct site *next;
  char text[300];
} *sites;
static pthread_mutex_t site_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *
site_text (const struct vfunc *f, const struct uop *u)
{
  char place[256], text[sizeof sites->text];
  uop_place (place, sizeof place, f, u);
  snprintf (text, sizeof text, "malloc in %s", place);
  pthread_mutex_lock (&site_lock);
  struct site *s = sites;
  while (s && strcmp (s->text, text))
    s = s->next;
  if (!s && (s = malloc (sizeof *s)))
    {
      strcpy (s->text, text);
      s->next = sites;
      sites = s;
    }
  pthread_mutex_unlock (&site_lock);
  return s ? s->text : "malloc";
}

/* True if the call U in F is a library's, or a function's that hands on what malloc
   gives it.  What has been found stays with the call.  */

static bool
library_call_p (const struct vfunc *f, const struct uop *u)
{
  static const char *const wrappers[]
    = { "calloc", "realloc", "_malloc_r", "_calloc_r", "_realloc_r", "_Znwm",
	"_Znam", "strdup" };
  struct vcall *c = u->ptr;
  enum call_by by = atomic_load_explicit (&c->by, memory_order_relaxed);
  if (by == CALL_BY_UNKNOWN)
    {
      by = uop_library (f, u) ? CALL_BY_LIBRARY : CALL_BY_PROGRAM;
      for (size_t k = 0; k < ARRAY_SIZE (wrappers); k++)
	if (!strcmp (f->name, wrappers[k]))
	  by = CALL_BY_LIBRARY;
      atomic_store_explicit (&c->by, by, memory_order_relaxed);
    }
  return by == CALL_BY_LIBRARY;
}

/* A, from malloc in U, belongs to the first function of the program's own among
   those that wait for it; otherwise to libgomp.  */

static void
note_malloc (struct warp *w, const struct uop *u, uint64_t a)
{
  if (!a || !w->vm->opt.redzone)
    return;
  for (const struct act *x = w->act; x; x = x->parent)
    {
      if (!library_call_p (x->func, u))
	{
	  struct simt_maker by = { NULL, site_text (x->func, u) };
	  simt_mem_made (&w->vm->mem, a, by, 0, false);
	  return;
	}
      if (!x->ret_pc)
	break;
      u = x->ret_pc - 1;
    }
  simt_mem_made (&w->vm->mem, a, (struct simt_maker) { NULL, NULL }, 0, true);
}

const struct uop *
ctl_builtin (struct warp *w, const struct uop *u, int builtin,
	     const struct vcall *c)
{
  for (uint32_t m = w->cur->mask; m; m &= m - 1)
    {
      unsigned i = first_lane (m);
      switch (builtin)
	{
	case VB_VPRINTF:
	  set_result (w, c, i, (uint64_t) (int64_t)
		      do_vprintf (w, u, i, arg (w, c, 0, i),
				  arg (w, c, 1, i)));
	  break;
	case VB_MALLOC:
	  {
	    uint64_t n = arg (w, c, 0, i);
	    uint64_t a = simt_mem_alloc (&w->vm->mem, n, 16, NULL, SIMT_HEAP);
	    note_malloc (w, u, a);
	    if (w->vm->race && a)
	      simt_race_forget (w->vm->race, (const void *) (uintptr_t) a, n);
	    set_result (w, c, i, a);
	    break;
	  }
	case VB_FREE:
	  {
	    uint64_t a = arg (w, c, 0, i);
	    if (a && !simt_mem_free (&w->vm->mem, a, SIMT_HEAP))
	      vm_fault (w, u, i, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, a,
			"free of 0x%llx, which malloc did not give or which "
			"was freed before", (unsigned long long) a);
	    break;
	  }
	case VB_ASSERTFAIL:
	  do_assertfail (w, u, i, c);
	}
    }
  if (w->vm->shadow)
    shadow_builtin (w, builtin, c, w->cur->mask);
  return u + 1;
}
