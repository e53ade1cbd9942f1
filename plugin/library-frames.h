/* What functions of the shipped libraries take of the soft stack.
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


#ifndef ACCELFIX_LIBRARY_FRAMES_H
#define ACCELFIX_LIBRARY_FRAMES_H

/* One function.  */
struct library_frame
{
  unsigned HOST_WIDE_INT bytes;	/* With all that it calls.  */
  bool unknown;			/* And something whose need is not known.  */
};

/* Looks NAME up, as it is printed in a call.  Returns false if no library has
   it.  */
extern bool find_library_frame (const char *name, struct library_frame *);

#endif /* ACCELFIX_LIBRARY_FRAMES_H */
