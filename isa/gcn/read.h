/* Reads assembly text: which registers an instruction names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_READ_H
#define GCN_READ_H

#include "isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads TEXT, one statement of assembly without labels and comments, for CPU
   into *IN, as far as gcn_hazard_first and gcn_hazard_then ask: the row, the
   registers, s_nop's count, the number of a hardware register, and whether the
   instruction has DPP.  Returns false where the mnemonic is none of CPU's; *IN
   then is as gcn_decode leaves it.  */
extern bool gcn_read (const char *text, enum gcn_cpu cpu,
		      struct gcn_insn *in);

#ifdef __cplusplus
}
#endif

#endif /* GCN_READ_H */
