/* A signal that would end the process ends what the device does first.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* While a device is at work, SIGINT, SIGTERM and SIGHUP that would end the
   process are kept, so that the machine can say where it was interrupted; then
   the process ends as it would have.  A second one ends it at once.  A program's
   own handlers stay, and so does what it ignores.  */

#ifndef SIMT_INTERRUPT_H
#define SIMT_INTERRUPT_H

/* The device begins, and stops, to work; in pairs, by any thread.  The last
   simt_interrupt_leave of a process that was interrupted does not return.  */
extern void simt_interrupt_enter (void);
extern void simt_interrupt_leave (void);

/* The signal that came meanwhile, or 0.  */
extern int simt_interrupted (void);

/* Its name, as in "SIGINT".  */
extern const char *simt_interrupt_name (int sig);

#endif /* SIMT_INTERRUPT_H */
