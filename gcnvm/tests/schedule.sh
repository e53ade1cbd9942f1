#! /bin/sh
# Test of gcnvm-run --schedule and --schedules with whole programs.
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# Run in gcnvm's build folder.  Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
machine=gcnvm options=--hazards=off find=find_offload_gcn
. "$srcdir/../simt/tests/schedules.sh"
