/* Modules, their functions and variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* Parse and link the N pieces at P.  */

static struct ptx_module *
build (struct jit *j, const struct image_piece *p, size_t n)
{
  struct ptx_unit **units = calloc (n ? n : 1, sizeof *units);
  size_t done = 0;
  while (units && done < n
	 && (units[done] = jit_parse (j, p[done].text, p[done].len,
				      p[done].name, p[done].line_base)))
    done++;
  struct ptx_module *m = NULL;
  if (units && done == n)
    {
      struct ptx_diag d = jit_diag (j);
      j->name = "link";
      m = ptx_link (units, n, false, &d);
    }
  else
    for (size_t i = 0; i < done; i++)
      ptx_unit_free (units[i]);
  free (units);
  return m;
}

/* What a program may hand over by mistake: machine code for a GPU.  */

static bool
gpu_code_p (const void *image)
{
  static const unsigned char fatbin[] = { 0x50, 0xed, 0x55, 0xba };
  static const unsigned char wrapper[] = { 0xb1, 0x43, 0x62, 0x46 };
  return (!memcmp (image, "\177ELF", 4) || !memcmp (image, fatbin, 4)
	  || !memcmp (image, wrapper, 4));
}

CUresult
module_load (struct cu_context *ctx, const void *image, size_t len,
	     const char *name, struct jit *j, struct cu_module **to)
{
  struct ptx_module *m = len ? NULL : link_take_module (image);
  const char *text = image;
  if (m)
    ;
  else if (text[0] == '\177' && gpu_code_p (image))
    {
      jit_error (j, "%s: error: machine code for a GPU; only PTX can be run",
		 name);
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  else if (text[0] == '\177' && image_p (image))
    {
      struct image_piece *pieces;
      size_t n;
      if (!image_pieces (image, len, &pieces, &n))
	{
	  jit_error (j, "%s: error: damaged image", name);
	  return CUDA_ERROR_INVALID_IMAGE;
	}
      m = build (j, pieces, n);
      free (pieces);
    }
  else if (text[0] && text[1] && text[2] && gpu_code_p (image))
    {
      jit_error (j, "%s: error: a fat binary; only PTX can be run", name);
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  else
    {
      struct image_piece piece = { text, name, strlen (text), 0 };
      m = build (j, &piece, 1);
    }
  if (!m)
    return CUDA_ERROR_INVALID_PTX;

  struct cu_module *mod = calloc (1, sizeof *mod);
  if (!mod || !handle_add (mod, HANDLE_MODULE))
    {
      ptx_module_free (m);
      free (mod);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  struct ptx_diag d = jit_diag (j);
  j->name = name;
  mod->ctx = ctx;
  mod->vm_module = vm_module_load (ctx->vm, m, &d);
  if (!mod->vm_module)
    {
      handle_remove (mod, HANDLE_MODULE);
      free (mod);
      return j->n_errors ? CUDA_ERROR_INVALID_PTX : CUDA_ERROR_OUT_OF_MEMORY;
    }
  pthread_mutex_lock (&module_lock);
  mod->next = ctx->modules;
  ctx->modules = mod;
  pthread_mutex_unlock (&module_lock);
  *to = mod;
  return CUDA_SUCCESS;
}

/* Driver API, "Module Management".  */

CUresult
cuModuleLoadDataEx (CUmodule *to, const void *image, unsigned n,
		    CUjit_option *options, void **values)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !image)
    return CUDA_ERROR_INVALID_VALUE;
  struct jit j;
  r = jit_init (&j, n, options, values);
  if (r)
    return r;
  r = module_load (ctx, image, 0, "input", &j, to);
  jit_finish (&j);
  return r;
}

CUresult
cuModuleLoadData (CUmodule *to, const void *image)
{
  return cuModuleLoadDataEx (to, image, 0, NULL, NULL);
}

/* FILE has PTX text or an image that cuLinkComplete gave.  */

CUresult
cuModuleLoad (CUmodule *to, const char *file)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !file)
    return CUDA_ERROR_INVALID_VALUE;
  size_t len;
  char *data = file_read (file, &len);
  if (!data)
    return CUDA_ERROR_FILE_NOT_FOUND;
  struct jit j;
  jit_init (&j, 0, NULL, NULL);
  r = len ? module_load (ctx, data, len, file, &j, to)
      : CUDA_ERROR_INVALID_IMAGE;
  free (data);
  return r;
}

CUresult
cuModuleLoadFatBinary (CUmodule *to, const void *image)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  return to && image ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_VALUE;
}

static void
module_free (struct cu_module *mod)
{
  handle_remove (mod, HANDLE_MODULE);
  for (struct cu_function *f = mod->functions, *next; f; f = next)
    {
      next = f->next;
      handle_remove (f, HANDLE_FUNCTION);
      free (f);
    }
  vm_module_unload (mod->vm_module);
  free (mod);
}

void
module_unload_all (struct cu_context *ctx)
{
  while (ctx->modules)
    {
      struct cu_module *mod = ctx->modules;
      ctx->modules = mod->next;
      module_free (mod);
    }
}

/* Waits for all work of the context, which may be in the module.  */

CUresult
cuModuleUnload (CUmodule mod)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (mod, HANDLE_MODULE))
    return CUDA_ERROR_INVALID_HANDLE;
  if (mod->ctx != ctx)
    return CUDA_ERROR_INVALID_CONTEXT;
  r = context_drain (ctx);
  if (r)
    return r;
  pthread_mutex_lock (&module_lock);
  for (struct cu_module **p = &ctx->modules; *p; p = &(*p)->next)
    if (*p == mod)
      {
	*p = mod->next;
	break;
      }
  pthread_mutex_unlock (&module_lock);
  module_free (mod);
  return CUDA_SUCCESS;
}

static CUresult
enter_module (CUmodule mod)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  return (handle_valid_p (mod, HANDLE_MODULE) ? CUDA_SUCCESS
	  : CUDA_ERROR_INVALID_HANDLE);
}

/* The same name gives the same handle.  */

CUresult
cuModuleGetFunction (CUfunction *to, CUmodule mod, const char *name)
{
  CUresult r = enter_module (mod);
  if (r)
    return r;
  if (!to || !name)
    return CUDA_ERROR_INVALID_VALUE;
  struct vm_kernel *kernel = vm_module_kernel (mod->vm_module, name);
  if (!kernel)
    return CUDA_ERROR_NOT_FOUND;
  pthread_mutex_lock (&module_lock);
  struct cu_function *f = mod->functions;
  while (f && f->kernel != kernel)
    f = f->next;
  if (!f)
    {
      f = calloc (1, sizeof *f);
      if (f && handle_add (f, HANDLE_FUNCTION))
	{
	  f->module = mod;
	  f->kernel = kernel;
	  f->info = vm_kernel_get_info (kernel);
	  f->max_dynamic_shared = -1;
	  f->carveout = -1;
	  f->next = mod->functions;
	  mod->functions = f;
	}
      else
	{
	  free (f);
	  r = CUDA_ERROR_OUT_OF_MEMORY;
	}
    }
  pthread_mutex_unlock (&module_lock);
  if (!r)
    *to = f;
  return r;
}

/* Either output may be NULL.  */

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *addr, size_t *size, CUmodule mod,
		      const char *name)
{
  CUresult r = enter_module (mod);
  if (r)
    return r;
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t a, n;
  if (!vm_module_global (mod->vm_module, name, &a, &n))
    return CUDA_ERROR_NOT_FOUND;
  if (addr)
    *addr = a;
  if (size)
    *size = n;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuModuleGetGlobal, cuModuleGetGlobal_v2);
