# The header that all files of a plugin begin with, precompiled.  A part of
# Makefile.in and host/Makefile.in.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# COMPILE compiles for the plugin in the folder BUILT; GCC_COMPAT is
# gcc-compat.h.

# GCC's headers, and what hides their differences, are read once: that takes as
# long as half of the files here.  A compiler that does not like this one's
# precompiled header reads the file beside it.  g++ forgets there what a
# HOST_WIDE_INT is, so that diagnostics have %lu and no %wu.
COMMON = $(BUILT)/common.h
$(COMMON).gch: $(GCC_COMPAT)
	@$(MKDIR_P) $(@D)
	echo '#include "gcc-compat.h"' >$(COMMON)
	$(COMPILE) -MMD -MP -MF $(BUILT)/common.d -MT $@ \
	  -x c++-header $(COMMON) -o $@.tmp
	mv -f $@.tmp $@
