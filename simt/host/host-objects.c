/* What is known of the objects in device memory, and leaks of it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Who allocates and frees memory stands on the stack of the calling thread: the first
   function that is neither the machine's nor libgomp's.  calls.so knows that too, and
   what is in a block (simt/host/host-call.h), for memory that stays mapped after the call; a
   target region's block is read when its kernel starts, as the kernel's argument is
   the address of a table with the device address of each variable (GOMP_target_ext:
   the block begins with it; OpenACC: a block of its own).  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host-call.h"
#include "host-objects.h"
#include "simt/memory/object-pool.h"
#include "simt/dwarf/where.h"

static struct simt_calls *calls;
static const struct simt_host_machine *machine;
/* Of another machine in this process, which calls.so called before.  */
static void (*other_mapped) (const struct simt_host_call *,
			     const struct simt_mapped *, size_t, bool);

static const struct simt_host_call *
current_call (void)
{
  return calls ? calls->current () : NULL;
}

/* ---- Who calls.  */

enum frame { FRAME_USER, FRAME_LIBRARY, FRAME_PLUGIN, FRAME_RUNNER };

/* What the code at P is, and in *SYMBOL the name of its function, looked up:
   dladdr goes through all symbols of the file.  */

static enum frame
look_up_frame (const void *p, const char **symbol)
{
  Dl_info info;
  *symbol = NULL;
  if (!dladdr (p, &info) || !info.dli_fname)
    return FRAME_USER;
  *symbol = info.dli_sname;
  const char *slash = strrchr (info.dli_fname, '/');
  const char *name = slash ? slash + 1 : info.dli_fname;
  static const char *const plugin = "libgomp-plugin-";
  if (!strncmp (name, plugin, strlen (plugin)))
    return FRAME_PLUGIN;
  /* It runs a program for the device alone, and allocates for itself only.  */
  if (!strcmp (name, "gcn-run"))
    return FRAME_RUNNER;
  return (!strncmp (name, "libgomp.so", 10)
	  || !strncmp (name, machine->library, strlen (machine->library))
	  || !strcmp (name, "calls.so")
	  || !strcmp (name, "sync.so")
	  || !strcmp (name, "tasks.so") ? FRAME_LIBRARY : FRAME_USER);
}

/* What look_up_frame has found: each target region is called from the same few
   places.  */

static struct
{
  pthread_mutex_t lock;
  unsigned long long unloaded;	/* So many files were when this was found.  */
  struct { const void *at; const char *symbol; enum frame kind; } found[256];
} frames_seen = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int
count_unloaded (struct dl_phdr_info *info, size_t size, void *closure)
{
  (void) size;
  *(unsigned long long *) closure = info->dlpi_subs;
  return 1;
}

/* Where a file was unloaded, there may be another one now: forget what was
   found.  */

static void
forget_unloaded (void)
{
  unsigned long long n = 0;
  dl_iterate_phdr (count_unloaded, &n);
  pthread_mutex_lock (&frames_seen.lock);
  if (n != frames_seen.unloaded)
    memset (frames_seen.found, 0, sizeof frames_seen.found);
  frames_seen.unloaded = n;
  pthread_mutex_unlock (&frames_seen.lock);
}

/* What the code at P is; *SYMBOL becomes the name of its function, if the file
   exports it.  */

static enum frame
frame_kind (const void *p, const char **symbol)
{
  uintptr_t at = (uintptr_t) p;
  size_t k = (at ^ at >> 8 ^ at >> 16) % (sizeof frames_seen.found
					  / sizeof *frames_seen.found);
  pthread_mutex_lock (&frames_seen.lock);
  if (frames_seen.found[k].at != p)
    {
      frames_seen.found[k].kind
	= look_up_frame (p, &frames_seen.found[k].symbol);
      frames_seen.found[k].at = p;
    }
  enum frame kind = frames_seen.found[k].kind;
  *symbol = frames_seen.found[k].symbol;
  pthread_mutex_unlock (&frames_seen.lock);
  return kind;
}

/* Does libgomp's plugin want memory for itself, with N of its frames on the stack,
   the outermost in function ENTRY, or NULL if that has no name?  For the program's
   it allocates in GOMP_OFFLOAD_alloc and, from GCC 16 on, its twin for managed
   memory.  */

static bool
own_p (unsigned n, const char *entry)
{
  if (!n)
    return false;
  if (entry)
    return (strcmp (entry, "GOMP_OFFLOAD_alloc") != 0
	    && strcmp (entry, "GOMP_OFFLOAD_managed_alloc") != 0);
  return n > machine->alloc_frames;
}

/* The code of the program's own that the machine was called from, at any
   distance; NULL in a thread of libgomp's.  *OWN becomes what own_p says.  */

static const void *
caller (bool *own)
{
  enum { MOST = 24 };
  void *frames[MOST];
  int n = backtrace (frames, MOST);
  const char *symbol, *entry = NULL;
  const void *user = NULL;
  unsigned plugin = 0;
  forget_unloaded ();
  for (int k = 0; k < n && !user; k++)
    switch (frame_kind ((char *) frames[k] - 1, &symbol))
      {
      case FRAME_PLUGIN:
	plugin++;
	entry = symbol;
	break;
      case FRAME_LIBRARY:
	break;
      case FRAME_RUNNER:
	*own = true;
	return NULL;
      case FRAME_USER:
	user = frames[k];
	break;
      }
  *own = own_p (plugin, entry);
  return user;
}

/* What caller gives where the thread is in the call C, or NULL.  Mostly that was made from
   the program's code, and no stack is looked at; a task's may be libgomp's.  */

static const void *
call_site (const struct simt_host_call *c)
{
  const char *symbol;
  bool own;
  if (c)
    {
      forget_unloaded ();
      if (frame_kind ((const char *) c->from - 1, &symbol) == FRAME_USER)
	return c->from;
    }
  return caller (&own);
}

static bool
wanted (void)
{
  return machine && (machine->redzone || machine->leak_check);
}

/* May libgomp itself forget to free the memory that it allocates in C?  It does
   so for blocks with fields of structures: gomp_map_vars_internal counts each
   field's use of the block, gomp_remove_var_internal takes back one of them for
   all (seen with GCC 12).  And a construct that has nothing mapped when it ends
   cannot be a leak of the program's.  */

static bool
forgotten_p (const struct simt_host_call *c)
{
  for (size_t i = 0; c && i < c->n; i++)
    if (simt_map_class (c->kinds[i]) == SIMT_MAP_STRUCT)
      return true;
  return c && (!strcmp (c->construct, "target")
	       || !strcmp (c->construct, "a compute construct"));
}

void
simt_host_made (struct simt_mem *mem, uint64_t addr)
{
  if (!wanted ())
    return;
  const struct simt_host_call *c = current_call ();
  bool own = forgotten_p (c);
  const void *code = own ? call_site (c) : caller (&own);
  struct simt_maker by = { code, c ? c->construct : NULL };
  simt_mem_made (mem, addr, by, c ? c->id : 0, own);
}

void
simt_host_gone (struct simt_mem *mem, uint64_t addr)
{
  if (!wanted ())
    return;
  const struct simt_host_call *c = current_call ();
  struct simt_maker by = { call_site (c), c ? c->construct : NULL };
  simt_mem_gone (mem, addr, by);
}

bool
simt_host_free_failed (struct simt_mem *mem, uint64_t addr, char *text,
		       size_t n)
{
  struct simt_where w;
  const struct simt_alloc *r = simt_mem_lookup (mem, addr);
  const struct simt_host_call *c = current_call ();
  if (!r || !r->freed || r->base != addr || !wanted ())
    return false;
  bool known = simt_where (call_site (c), &w);
  int k = snprintf (text, n, "double free%s%s%s%s%s: ", c ? " by `" : "",
		    c ? c->construct : "", c ? "'" : "", known ? " at " : "",
		    known ? w.text : "");
  if (k > 0 && (size_t) k < n)
    simt_mem_describe (mem, addr, 1, text + k, n - (size_t) k);
  return true;
}

/* ---- What is in a block.  */

/* Report those of the N objects O to MEM that are in blocks that call ID made, one
   block at a time.  O is used up.  */

static void
set_objects (struct simt_mem *mem, uint64_t id, struct simt_object *o,
	     size_t n, bool all)
{
  while (n)
    {
      uint64_t base, size;
      size_t in = 0, left = 0;
      if (!simt_mem_find (mem, o[0].base, &base, &size))
	{
	  o[0] = o[--n];
	  continue;
	}
      struct simt_object *here = malloc (n * sizeof *here);
      if (!here)
	return;
      for (size_t i = 0; i < n; i++)
	if (o[i].base - base < size)
	  here[in++] = o[i];
	else
	  o[left++] = o[i];
      simt_mem_objects (mem, base, id, here, in, all);
      free (here);
      n = left;
    }
}

/* The address that the function that maps entry I of the N in HOSTS and KINDS
   has for it: an entry after a section may be the pointer to it.  */

static uint64_t
known_by (void *const *hosts, const unsigned short *kinds, size_t i, size_t n)
{
  if (i + 1 < n)
    switch (kinds[i + 1] & 0xff)
      {
      case 0x04:		/* GOMP_MAP_POINTER.  */
      case 0x50:		/* GOMP_MAP_ATTACH.  */
	return (uintptr_t) hosts[i + 1];
      }
  return (uintptr_t) hosts[i];
}

/* Note where frame F, if it is not NULL, has what CALL maps from HOST.  */

static struct simt_local
find_local (const struct simt_frame *f, const struct simt_host_call *call,
	    uint64_t host)
{
  struct simt_local l;
  memset (&l, 0, sizeof l);
  for (size_t i = 0; f && i < call->n; i++)
    if ((uintptr_t) call->hosts[i] == host)
      {
	simt_local_find (f, host, &l);
	uint64_t pointer = known_by (call->hosts, call->kinds, i, call->n);
	if (!l.code && pointer != host)
	  simt_local_find (f, pointer, &l);
	break;
      }
  return l;
}

/* Called by calls.so.  */

static void
mapped (const struct simt_host_call *call, const struct simt_mapped *v,
	size_t n, bool all)
{
  struct simt_mem *mem = machine->memory ();
  struct simt_object *o = malloc ((n ? n : 1) * sizeof *o);
  if (mem && o && machine->redzone)
    {
      struct simt_frame f;
      bool there = n && simt_frame_find (call_site (call), &f);
      for (size_t i = 0; i < n; i++)
	o[i] = (struct simt_object) { v[i].device, v[i].size, v[i].host,
				      find_local (there ? &f : NULL, call,
						  v[i].host) };
      set_objects (mem, call->id, o, n, all);
    }
  free (o);
  if (other_mapped)
    other_mapped (call, v, n, all);
}

/* A call's arrays, which may be gone when the kernel starts.  */
struct simt_launched
{
  const void *code;		/* Of the host's, that launched.  */
  const char *construct;
  uint64_t id;
  size_t n;
  struct entry
  {
    uint64_t host, size;
    unsigned short kind;
    struct simt_local local;
  } entry[];
};

struct simt_launched *
simt_host_capture (void)
{
  const struct simt_host_call *c = current_call ();
  if (!wanted () || !c)
    return NULL;
  size_t n = machine->redzone ? c->n : 0;
  if (!n && !machine->launches)
    return NULL;
  struct simt_launched *l = malloc (sizeof *l + n * sizeof l->entry[0]);
  if (!l)
    return NULL;
  const void *code = n || machine->launches ? call_site (c) : NULL;
  struct simt_frame f;
  bool there = n && simt_frame_find (code, &f);
  l->code = machine->launches ? code : NULL;
  l->construct = c->construct;
  l->id = c->id;
  l->n = n;
  for (size_t i = 0; i < n; i++)
    l->entry[i] = (struct entry) { (uintptr_t) c->hosts[i], c->sizes[i],
				   c->kinds[i],
				   find_local (there ? &f : NULL, c,
					       (uintptr_t) c->hosts[i]) };
  return l;
}

struct simt_maker
simt_host_launcher (const struct simt_launched *l)
{
  return l ? (struct simt_maker) { l->code, l->construct }
	   : (struct simt_maker) { NULL, NULL };
}

/* Put the object that entry *I of L is, whose device address is in TABLE, to O; *I
   becomes the last entry that is a part of it.  False if it is not one.  *KNOWN
   becomes false for an entry of a kind that is not known.  */

static bool
entry_object (const struct simt_launched *l, const uint64_t *table, size_t *i,
	      struct simt_object *o, bool *known)
{
  const struct entry *e = &l->entry[*i];
  *o = (struct simt_object) { table[*i], e->size, e->host, e->local };
  if (!e->host)
    return false;
  switch (simt_map_class (e->kind))
    {
    case SIMT_MAP_OBJECT:
    case SIMT_MAP_PRIVATE:
      break;
    case SIMT_MAP_POINTER:
      o->size = sizeof (void *);
      break;
    case SIMT_MAP_DESCRIPTOR:
      /* Pointers in it have no entry in the table.  */
      while (*i + 1 < l->n && l->entry[*i + 1].host - e->host < e->size)
	++*i;
      break;
    case SIMT_MAP_STRUCT:
      {
	size_t last = *i + e->size;
	if (!e->size || last >= l->n)
	  {
	    *known = false;
	    return false;
	  }
	const struct entry *first = &l->entry[*i + 1];
	o->base += first->host - e->host;
	o->host = first->host;
	o->size = l->entry[last].host + l->entry[last].size - first->host;
	*i = last;
	break;
      }
    case SIMT_MAP_UNKNOWN:
      *known = false;
      return false;
    default:
      return false;
    }
  return o->base && o->size;
}

void
simt_host_launch (struct simt_mem *mem, const struct simt_launched *l,
		  uint64_t where)
{
  uint64_t base, size;
  bool known = true;
  size_t n = 0;
  if (!l || !l->n)
    return;
  uint64_t bytes = l->n * sizeof (uint64_t);
  if (!simt_mem_arena_p (mem, where)
      || !simt_mem_find (mem, where, &base, &size)
      || size - (where - base) < bytes)
    return;
  struct simt_object *o = malloc ((l->n + 1) * sizeof *o);
  uint64_t *table = malloc (bytes);
  if (o && table)
    {
      memcpy (table, (const void *) (uintptr_t) where, bytes);
      o[n++] = (struct simt_object) { .base = where, .size = bytes };
      for (size_t i = 0; i < l->n; i++)
	if (entry_object (l, table, &i, &o[n], &known)
	    && simt_mem_arena_p (mem, o[n].base))
	  n++;
      if (known)
	set_objects (mem, l->id, o, n, true);
    }
  free (o);
  free (table);
}

/* ---- Leaks.  */

/* Those of one place.  */
struct leak
{
  struct simt_maker made;
  bool heap;			/* By the device's malloc.  */
  uint64_t bytes, count, base;
  uint64_t host;		/* Of the first object in the first one.  */
  struct simt_local local;
};

struct leaks
{
  struct leak *p;
  size_t n, alloc;
};

static void
add_leak (void *closure, const struct simt_alloc *r)
{
  struct leaks *l = closure;
  if (r->name || (r->flags & (SIMT_OWN | SIMT_CONSTANT)))
    return;
  bool heap = r->flags & SIMT_HEAP;
  if (!heap && !r->made.code && !r->made.construct)
    return;
  struct leak *k = l->p;
  for (; k < l->p + l->n; k++)
    if (k->made.code == r->made.code && k->heap == heap
	&& k->made.construct == r->made.construct)
      break;
  if (k == l->p + l->n)
    {
      if (l->n == l->alloc)
	{
	  size_t more = l->alloc ? 2 * l->alloc : 16;
	  struct leak *p = realloc (l->p, more * sizeof *p);
	  if (!p)
	    return;
	  l->p = p;
	  l->alloc = more;
	}
      k = &l->p[l->n++];
      *k = (struct leak) { .made = r->made, .heap = heap, .base = r->base };
      if (r->n_objects)
	{
	  k->host = r->objects[0].host;
	  k->local = r->objects[0].local;
	}
    }
  uint64_t bytes = 0;
  for (size_t i = 0; i < r->n_objects; i++)
    bytes += r->objects[i].size;
  k->bytes += r->n_objects ? bytes : r->size;
  k->count++;
}

static void
report_leak (const struct leak *k)
{
  struct simt_place at;
  struct simt_related made = { .role = "allocation", .when = SIMT_BEFORE,
			       .stack = &at };
  struct simt_where w;
  char text[2048], name[200], from[300] = "";
  bool known = simt_where (k->made.code, &w);
  if (k->host && (simt_where_variable ((void *) (uintptr_t) k->host, name,
				       sizeof name)
		  || simt_local_name (&k->local, name, sizeof name)))
    snprintf (from, sizeof from, " of `%s'", name);
  else if (k->host)
    snprintf (from, sizeof from, " mapped from host address 0x%llx",
	      (unsigned long long) k->host);
  snprintf (text, sizeof text, "leak: %llu bytes of device memory%s, %s%s%s%s%s"
	    "%s, %s at exit%s",
	    (unsigned long long) k->bytes, from,
	    k->heap ? "allocated on the device" : "allocated",
	    k->made.construct ? " by `" : "",
	    k->made.construct ? k->made.construct : "",
	    k->made.construct ? "'" : "", known ? " at " : "", w.text,
	    k->heap ? "not freed" : "mapped or allocated still",
	    k->count == 1 ? "" : " (several allocations)");
  made.text = k->host ? "mapped here" : "allocated here";
  at = (struct simt_place) { known && *w.function ? w.function : NULL,
			     w.line ? w.path : NULL, w.line, false };
  made.n_stack = at.function || at.path;
  struct simt_report out =
    {
      .kind = machine->leak_kind, .text = text, .function = at.function,
      .path = at.path, .line = w.line,
      .places = { .stack = &at, .n_stack = made.n_stack,
		  .related = &made, .n_related = made.n_stack }
    };
  simt_fact_address (&out, "address", NULL, k->base);
  simt_fact_number (&out, "bytes", "bytes", k->bytes);
  simt_fact_number (&out, "allocations", "allocations", k->count);
  simt_fact_text (&out, "construct", "construct", k->made.construct);
  simt_fact_text (&out, "function", NULL, at.function);
  simt_fact_text (&out, "file", NULL, at.path);
  if (w.line)
    simt_fact_number (&out, "line", NULL, w.line);
  simt_report_add (&out);
}

void
simt_host_leaks (struct simt_mem *mem)
{
  struct leaks l = { NULL, 0, 0 };
  if (!machine || !machine->leak_check)
    return;
  simt_mem_each (mem, add_leak, &l);
  for (size_t i = 0; i < l.n; i++)
    report_leak (&l.p[i]);
  free (l.p);
}

void
simt_host_init (const struct simt_host_machine *m)
{
  machine = m;
  simt_mem_set_word (m->word);
  calls = dlsym (RTLD_DEFAULT, SIMT_CALLS_NAME);
  if (calls && calls->version != SIMT_CALLS_VERSION)
    calls = NULL;
  if (calls && calls->mapped != mapped)
    {
      other_mapped = calls->mapped;
      calls->mapped = mapped;
    }
}
