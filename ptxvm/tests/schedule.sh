#! /bin/sh
# Test of ptxvm-run --schedule and --schedules with whole programs.
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
machine=ptxvm options= find=find_offload
. "$srcdir/../simt/tests/schedules.sh"
