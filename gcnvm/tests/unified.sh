#! /bin/sh
# Test of gcnvm-run --unified-memory with whole programs.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.  Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
# With --native=always the compiler would take half a minute for libgomp.
machine=gcnvm options=--hazards=off find=find_offload_gcn ways=
. "$srcdir/../simt/tests/unified-memory.sh"
