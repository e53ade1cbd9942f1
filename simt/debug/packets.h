/* GDB's remote protocol: its packets.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_DEBUG_PACKETS_H
#define SIMT_DEBUG_PACKETS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_PACKET = 0x4000 };

/* Take PORT of 127.0.0.1, or, if it is 0, one that is free.  Returns it, or 0, with the
   reason in errno.  */
extern unsigned packets_open (unsigned port);
/* Wait until a debugger connects, which is one at a time; TOOL says where.  */
extern void packets_wait (const char *tool);
extern void packets_close (void);
extern bool packets_connected_p (void);
/* No acknowledgements from now on.  */
extern void packets_trust (void);
/* The next packet, its text, which holds until the next call; "\3" where the user wants to
   interrupt.  NULL if the connection is lost.  */
extern char *packet_read (void);
/* Send the N bytes at TEXT, or the text; what the protocol needs is escaped.  */
extern void packet_send_bytes (const char *text, size_t n);
extern void packet_send (const char *text);
/* While the program runs: 3 if it is to be interrupted, -1 if the connection is lost,
   else 0.  */
extern int packet_waiting (void);

#endif /* SIMT_DEBUG_PACKETS_H */
