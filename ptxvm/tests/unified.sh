#! /bin/sh
# Test of ptxvm-run --unified-memory with whole programs.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
machine=ptxvm options= find=find_offload ways=--native=always
. "$srcdir/../simt/tests/unified-memory.sh"
