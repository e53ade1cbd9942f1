#! /bin/sh
# Test of ptxvm-run --race with whole programs.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh race.sh [PROGRAM...]
# Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
machine=ptxvm options= find=find_offload
. "$srcdir/../simt/tests/races.sh"
