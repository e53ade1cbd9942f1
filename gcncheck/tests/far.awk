# Prints an object with sites that are too far from the end of their section for
# one branch, or for two, and a branch that leads to such a place.  ROOM: there
# are instructions of 8 bytes on the way.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
BEGIN {
  print "\t.text\n\t.type f, @function\nf:"
  print "\ts_nop 0"
  site()
  fill(25000)
  print ".Lthere:"
  fill(25000)
  site()
  if (room) {
    print "\ts_endpgm\n\t.size f, .-f\n\t.type g, @function\ng:"
    print "\ts_cbranch_scc1 .Lthere\n\t.size g, .-g\n\t.type h, @function\nh:"
  }
  fill(50000)
  site()
  print "\ts_nop 0\n\ts_endpgm"
}
function site() {
  print "\tflat_store_dwordx4 v[2:3], v[4:7]\n\tv_mov_b32 v4, 1"
}
function fill(n,   i) {
  for (i = 0; i < n; i++)
    print room && i % 500 == 7 ? "\tds_write_b32 v1, v2 offset:" i % 1000 : \
      "\ts_nop 0"
}
