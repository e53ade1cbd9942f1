/* The PTX machine: what kernels print.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


/* A device keeps what printf gives until the host synchronises, so that it
   stands behind what the host printed before that ("Limitations" of formatted
   output in the CUDA C++ Programming Guide).  */

#include <stdlib.h>
#include <string.h>

#include "vm-int.h"

static void
flush (struct vm *vm)
{
  if (vm->output_n)
    fwrite (vm->output, 1, vm->output_n, stdout);
  vm->output_n = 0;
}

void
output_add (struct vm *vm, const char *p, size_t n)
{
  pthread_mutex_lock (&vm->output_lock);
  if (n > vm->output_alloc - vm->output_n)
    {
      size_t alloc = 2 * vm->output_alloc + n + 4096;
      char *more = realloc (vm->output, alloc);
      if (more)
	{
	  vm->output = more;
	  vm->output_alloc = alloc;
	}
    }
  if (n <= vm->output_alloc - vm->output_n)
    {
      memcpy (vm->output + vm->output_n, p, n);
      vm->output_n += n;
    }
  else
    {
      flush (vm);
      fwrite (p, 1, n, stdout);
    }
  if (vm->output_n > vm->opt.printf_size)
    flush (vm);
  pthread_mutex_unlock (&vm->output_lock);
}

void
vm_flush_printf (struct vm *vm)
{
  pthread_mutex_lock (&vm->output_lock);
  flush (vm);
  pthread_mutex_unlock (&vm->output_lock);
}
