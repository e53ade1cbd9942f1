/* Executables and their symbols.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

struct executable
{
  uint32_t profile, rounding;
  bool frozen;
  struct loaded *loaded[64];
  unsigned n_loaded;
  struct defined *defined;
  struct symbol *symbols;
};

/* What hsa_code_object_deserialize and the readers give.  */
struct serialized
{
  const void *data;
  size_t size;
  void *owned;
};

/* Of the lists of symbols.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct executable *
executable_of (hsa_executable_t e)
{
  return (handle_p (e.handle, HANDLE_EXECUTABLE)
	  ? (struct executable *) (uintptr_t) e.handle : NULL);
}

/* ---- Code objects that are not loaded yet.  */

static hsa_status_t
serialized_new (const void *data, size_t size, void *owned, unsigned kind,
		uint64_t *handle)
{
  struct serialized *s = calloc (1, sizeof *s);
  if (!s || !simt_handle_add (&handles, s, kind))
    {
      free (s);
      free (owned);
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  *s = (struct serialized) { data, size, owned };
  *handle = (uintptr_t) s;
  return HSA_STATUS_SUCCESS;
}

static bool
serialized_free (uint64_t handle, unsigned kind)
{
  struct serialized *s = (struct serialized *) (uintptr_t) handle;
  if (!simt_handle_remove (&handles, s, kind))
    return false;
  free (s->owned);
  free (s);
  return true;
}

/* The data must stay until it is loaded; that it can be is found out then,
   except that it must be there.  */

hsa_status_t
hsa_code_object_deserialize (void *data, size_t size, const char *options,
			     hsa_code_object_t *object)
{
  (void) options;
  NEED_RUNTIME ();
  if (!data || !size || !object)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return serialized_new (data, size, NULL, HANDLE_CODE_OBJECT,
			 &object->handle);
}

hsa_status_t
hsa_code_object_destroy (hsa_code_object_t object)
{
  NEED_RUNTIME ();
  return (serialized_free (object.handle, HANDLE_CODE_OBJECT)
	  ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
}

hsa_status_t
hsa_code_object_reader_create_from_memory (const void *data, size_t size,
					   hsa_code_object_reader_t *reader)
{
  NEED_RUNTIME ();
  if (!data || !size || !reader)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return serialized_new (data, size, NULL, HANDLE_READER, &reader->handle);
}

hsa_status_t
hsa_code_object_reader_create_from_file (int file,
					 hsa_code_object_reader_t *reader)
{
  NEED_RUNTIME ();
  struct stat st;
  if (!reader)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (fstat (file, &st) != 0 || !S_ISREG (st.st_mode) || st.st_size <= 0)
    return HSA_STATUS_ERROR_INVALID_FILE;
  size_t size = (size_t) st.st_size, done = 0;
  char *data = malloc (size);
  if (!data)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  while (done < size)
    {
      ssize_t n = pread (file, data + done, size - done, (off_t) done);
      if (n == 0 || (n < 0 && errno != EINTR))
	{
	  free (data);
	  return HSA_STATUS_ERROR_INVALID_FILE;
	}
      if (n > 0)
	done += (size_t) n;
    }
  return serialized_new (data, size, data, HANDLE_READER, &reader->handle);
}

hsa_status_t
hsa_code_object_reader_destroy (hsa_code_object_reader_t reader)
{
  NEED_RUNTIME ();
  return (serialized_free (reader.handle, HANDLE_READER)
	  ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER);
}

/* ---- Executables.  */

hsa_status_t
hsa_executable_create (uint32_t profile, uint32_t state, const char *options,
		       hsa_executable_t *executable)
{
  (void) options;
  NEED_RUNTIME ();
  if (!executable || profile > HSA_PROFILE_FULL
      || state > HSA_EXECUTABLE_STATE_FROZEN)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  struct executable *e = calloc (1, sizeof *e);
  if (!e || !simt_handle_add (&handles, e, HANDLE_EXECUTABLE))
    {
      free (e);
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  e->profile = profile;
  e->rounding = HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT;
  e->frozen = state == HSA_EXECUTABLE_STATE_FROZEN;
  executable->handle = (uintptr_t) e;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_executable_create_alt (uint32_t profile, uint32_t rounding,
			   const char *options, hsa_executable_t *executable)
{
  if (runtime_up && rounding > HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  hsa_status_t r = hsa_executable_create (profile,
					  HSA_EXECUTABLE_STATE_UNFROZEN,
					  options, executable);
  if (r == HSA_STATUS_SUCCESS)
    executable_of (*executable)->rounding = rounding;
  return r;
}

hsa_status_t
hsa_executable_destroy (hsa_executable_t executable)
{
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e || !simt_handle_remove (&handles, e, HANDLE_EXECUTABLE))
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  for (struct symbol *s = e->symbols, *next; s; s = next)
    {
      next = s->next;
      simt_handle_remove (&handles, s, HANDLE_SYMBOL);
      free (s);
    }
  for (unsigned k = 0; k < e->n_loaded; k++)
    code_unload (e->loaded[k]);
  for (struct defined *d = e->defined, *next; d; d = next)
    {
      next = d->next;
      free (d->name);
      free (d);
    }
  free (e);
  return HSA_STATUS_SUCCESS;
}

/* Load what S has into E for AGENT.  */

static hsa_status_t
load (struct executable *e, hsa_agent_t agent, const struct serialized *s)
{
  struct agent *a = agent_of (agent);
  if (!a || !a->node)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (e->frozen)
    return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  void *copy = malloc (s->size);
  if (!copy || e->n_loaded == sizeof e->loaded / sizeof e->loaded[0])
    {
      free (copy);
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  memcpy (copy, s->data, s->size);
  char why[400];
  struct code_object *o = code_object_read (copy, s->size, why, sizeof why);
  if (!o)
    {
      free (copy);
      report_load ("cannot load a code object: %s", why);
      return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    }
  o->owned = copy;
  hsa_status_t status;
  struct loaded *l = code_load (o, a, e->defined, &status);
  if (l)
    e->loaded[e->n_loaded++] = l;
  return status;
}

hsa_status_t
hsa_executable_load_code_object (hsa_executable_t executable,
				 hsa_agent_t agent, hsa_code_object_t object,
				 const char *options)
{
  (void) options;
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!handle_p (object.handle, HANDLE_CODE_OBJECT))
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
  return load (e, agent, (struct serialized *) (uintptr_t) object.handle);
}

hsa_status_t
hsa_executable_load_agent_code_object (hsa_executable_t executable,
				       hsa_agent_t agent,
				       hsa_code_object_reader_t reader,
				       const char *options,
				       hsa_loaded_code_object_t *loaded)
{
  (void) options;
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!handle_p (reader.handle, HANDLE_READER))
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
  hsa_status_t r
    = load (e, agent, (struct serialized *) (uintptr_t) reader.handle);
  if (r == HSA_STATUS_SUCCESS && loaded)
    loaded->handle = (uintptr_t) e->loaded[e->n_loaded - 1];
  return r;
}

hsa_status_t
hsa_executable_freeze (hsa_executable_t executable, const char *options)
{
  (void) options;
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (e->frozen)
    return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  e->frozen = true;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_executable_get_info (hsa_executable_t executable, uint32_t attribute,
			 void *value)
{
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!value || attribute < HSA_EXECUTABLE_INFO_PROFILE
      || attribute > HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *(uint32_t *) value
    = (attribute == HSA_EXECUTABLE_INFO_PROFILE ? e->profile
       : attribute == HSA_EXECUTABLE_INFO_STATE ? e->frozen : e->rounding);
  return HSA_STATUS_SUCCESS;
}

/* What could be wrong is an error when it is loaded.  */

hsa_status_t
hsa_executable_validate (hsa_executable_t executable, uint32_t *result)
{
  NEED_RUNTIME ();
  if (!executable_of (executable))
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!result)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *result = 0;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_executable_validate_alt (hsa_executable_t executable, const char *options,
			     uint32_t *result)
{
  (void) options;
  return hsa_executable_validate (executable, result);
}

/* ---- Variables that the program defines, for code that is loaded later.  */

static hsa_status_t
define (hsa_executable_t executable, struct agent *agent, const char *name,
	void *address)
{
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!name)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (e->frozen)
    return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  for (const struct defined *d = e->defined; d; d = d->next)
    if (d->agent == agent && !strcmp (d->name, name))
      return HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
  struct defined *d = calloc (1, sizeof *d);
  if (!d || !(d->name = strdup (name)))
    {
      free (d);
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  d->agent = agent;
  d->address = (uintptr_t) address;
  d->next = e->defined;
  e->defined = d;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_executable_global_variable_define (hsa_executable_t executable,
				       const char *name, void *address)
{
  NEED_RUNTIME ();
  return define (executable, NULL, name, address);
}

hsa_status_t
hsa_executable_agent_global_variable_define (hsa_executable_t executable,
					     hsa_agent_t agent,
					     const char *name, void *address)
{
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  return define (executable, a, name, address);
}

/* ---- Symbols.  */

/* Is S one that the program may ask for: a kernel or a variable?  */

static bool
visible (const struct loaded *l, const struct elf_symbol *s)
{
  return (s->defined && *s->name
	  && (kernel_p (l, s) || s->type == STT_OBJECT));
}

/* The handle of a symbol: that which was given before, or a new one.  NULL when
   out of memory.  */

static struct symbol *
symbol_get (struct executable *e, const struct loaded *l,
	    const struct elf_symbol *elf, const struct defined *d)
{
  pthread_mutex_lock (&lock);
  struct symbol *s = e->symbols;
  while (s && (s->elf != elf || s->loaded != l || s->defined != d))
    s = s->next;
  if (!s)
    {
      s = calloc (1, sizeof *s);
      if (s && simt_handle_add (&handles, s, HANDLE_SYMBOL))
	{
	  *s = (struct symbol) { e->symbols, l, elf, d };
	  e->symbols = s;
	}
      else
	{
	  free (s);
	  s = NULL;
	}
    }
  pthread_mutex_unlock (&lock);
  return s;
}

/* Find NAME in E for AGENT, which may be NULL for any.  A kernel of version 3
   and later has its name with or without ".kd".  */

static hsa_status_t
find (struct executable *e, const char *name, const struct agent *agent,
      hsa_executable_symbol_t *to)
{
  struct symbol *s = NULL;
  bool found = false;
  size_t n = strlen (name);
  for (unsigned k = 0; k < e->n_loaded && !found; k++)
    {
      const struct loaded *l = e->loaded[k];
      const struct elf_symbol *best = NULL;
      if (agent && l->agent != agent)
	continue;
      for (size_t i = 0; i < l->object->n_dynamic; i++)
	{
	  const struct elf_symbol *x = &l->object->dynamic[i];
	  if (strncmp (x->name, name, n) || !visible (l, x))
	    continue;
	  if (!x->name[n])
	    best = x;
	  else if (!best && !strcmp (x->name + n, ".kd"))
	    best = x;
	}
      if (best)
	{
	  s = symbol_get (e, l, best, NULL);
	  found = true;
	}
    }
  for (const struct defined *d = e->defined; d && !found; d = d->next)
    if (!strcmp (d->name, name) && (!agent || !d->agent || d->agent == agent))
      {
	s = symbol_get (e, NULL, NULL, d);
	found = true;
      }
  if (s)
    to->handle = (uintptr_t) s;
  return (s ? HSA_STATUS_SUCCESS : found ? HSA_STATUS_ERROR_OUT_OF_RESOURCES
	  : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
}

hsa_status_t
hsa_executable_get_symbol_by_name (hsa_executable_t executable,
				   const char *name, const hsa_agent_t *agent,
				   hsa_executable_symbol_t *symbol)
{
  NEED_RUNTIME ();
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!name || !symbol)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  struct agent *a = agent ? agent_of (*agent) : NULL;
  if (agent && !a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  return find (e, name, a, symbol);
}

/* The older form: with the name of a module, which code objects of today have
   none of, and a call convention, of which there is one.  */

hsa_status_t
hsa_executable_get_symbol (hsa_executable_t executable, const char *module,
			   const char *name, hsa_agent_t agent,
			   int32_t convention,
			   hsa_executable_symbol_t *symbol)
{
  (void) convention;
  NEED_RUNTIME ();
  if (module && *module)
    return HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
  return hsa_executable_get_symbol_by_name (executable, name,
					    agent.handle ? &agent : NULL,
					    symbol);
}

/* Call F or AGENT_F for each symbol of E, of AGENT unless that is NULL.  */

static hsa_status_t
iterate (hsa_executable_t executable, const struct agent *agent,
	 hsa_symbol_fn *f, hsa_agent_symbol_fn *agent_f, void *data)
{
  struct executable *e = executable_of (executable);
  if (!e)
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (!f && !agent_f)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (unsigned k = 0; k < e->n_loaded; k++)
    {
      const struct loaded *l = e->loaded[k];
      if (agent && l->agent != agent)
	continue;
      for (size_t i = 0; i < l->object->n_dynamic; i++)
	{
	  const struct elf_symbol *x = &l->object->dynamic[i];
	  if (!visible (l, x))
	    continue;
	  struct symbol *s = symbol_get (e, l, x, NULL);
	  if (!s)
	    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	  hsa_executable_symbol_t h = { (uintptr_t) s };
	  hsa_status_t r = (f ? f (executable, h, data)
			    : agent_f (executable, agent_handle (l->agent), h,
				       data));
	  if (r != HSA_STATUS_SUCCESS)
	    return r;
	}
    }
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_executable_iterate_symbols (hsa_executable_t executable,
				hsa_symbol_fn *callback, void *data)
{
  NEED_RUNTIME ();
  return iterate (executable, NULL, callback, NULL, data);
}

hsa_status_t
hsa_executable_iterate_agent_symbols (hsa_executable_t executable,
				      hsa_agent_t agent,
				      hsa_agent_symbol_fn *callback,
				      void *data)
{
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  return iterate (executable, a, NULL, callback, data);
}

/* None belongs to the program and to no agent.  */

hsa_status_t
hsa_executable_iterate_program_symbols (hsa_executable_t executable,
					hsa_symbol_fn *callback, void *data)
{
  (void) data;
  NEED_RUNTIME ();
  if (!executable_of (executable))
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  return callback ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
