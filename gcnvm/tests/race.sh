#! /bin/sh
# Test of gcnvm-run --race and of deadlocks with whole programs.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh race.sh [PROGRAM...]
# Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
machine=gcnvm options=--hazards=off find=find_offload_gcn
. "$srcdir/../simt/tests/races.sh"
