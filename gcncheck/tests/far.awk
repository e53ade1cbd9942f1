# Prints an object whose sites are too far from the end of their section for one
# branch, or for two.  ROOM: there are instructions of 8 bytes on the way.
BEGIN {
  print "\t.text\n\t.type f, @function\nf:"
  print "\ts_nop 0"
  site()
  fill(50000)
  site()
  fill(50000)
  site()
  print "\ts_nop 0\n\ts_endpgm\n\t.size f, .-f"
}
function site() {
  print "\tflat_store_dwordx4 v[2:3], v[4:7]\n\tv_mov_b32 v4, 1"
}
function fill(n,   i) {
  for (i = 0; i < n; i++)
    print room && i % 500 == 7 ? "\tds_write_b32 v1, v2 offset:" i % 1000 : "\ts_nop 0"
}
