# Tests of ptxcheck; read by ptxcheck.sh.
# What cannot be read: texts, objects, host programs, archives.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# ---- What cannot be read.

ptx bad.ptx <<'E'
.func f
{
mov.u32;
foo;
}
E
check bad 2 bad.ptx <<'E'
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E
check 'no such file' 2 nosuch.ptx <<'E'
nosuch.ptx: error: cannot open: No such file or directory
E
check 'a folder' 2 . <<'E'
.: error: cannot read: is a directory
E
: >empty
check empty 2 empty <<'E'
empty: error: no PTX in this file
E
# An ELF header of 64 bytes that tells of no tables.
elf_header () { printf '\177ELF\2\1\1'; head -c 57 /dev/zero; }
elf_header >elf
check 'an ELF file' 2 elf <<'E'
elf: error: an ELF file without PTX in it: link it with -foffload=nvptx-none, or give the accelerator's output (-save-temps)
E
# A host program: its pieces in order, as in the linked executable, and not
# what only mentions the mark.
{ elf_header; printf 'say // BEGIN PREAMBLE\n.reg\0\0\0'
  { echo '// BEGIN PREAMBLE'; cat clean.ptx; } | tr -d '\0'
  printf '\0\0\0\0'; { echo '// BEGIN PREAMBLE'; cat maybe.ptx; }
  printf '\0\0// BEGIN PREAMBLE\ncut off'; } >host
n=`expr 2 + \`grep -c '' <clean.ptx\` + 16`
"$ptxcheck" host >out.txt 2>err.txt
test $? = 1 && test ! -s err.txt && test `grep -c '' <out.txt` = 2 \
  && grep "^host:$n: f: %x may be read uninitialised" out.txt >/dev/null && ok \
  || { bad "a host program (line $n)"; cat out.txt err.txt; }
check '--fix of a host program' 2 --fix -o host.fixed host <<'E'
host: error: a host program: give the accelerator's output (-save-temps) or its objects and archives
E
test ! -e host.fixed && ok || bad "--fix writes a host program"
# One that is cut off, anywhere.
printf '\177ELF\2\1\1' >cut
check 'a cut ELF header' 2 cut <<'E'
cut: error: truncated: an ELF file that says it has 64 bytes or more, of which 7 are there
E
if ${CC:-cc} -o whole -x c - 2>/dev/null <<'C'
__attribute__ ((aligned (16))) const char ptx[]
  = "\0// BEGIN PREAMBLE\n.version 6.0\n.target sm_30\n.address_size 64\n";
int main (void) { return !ptx; }
C
then
  check 'a whole host program' 0 whole </dev/null
  all=`wc -c <whole`
  for n in `expr $all - 1` `expr $all - 64` `expr $all / 2` 4000 65; do
    head -c $n whole >cut
    "$ptxcheck" cut >out.txt 2>err.txt
    test $? = 2 && test `grep -c '' <err.txt` = 1 \
      && grep "^cut: error: truncated: .*of which $n are there" err.txt \
	 >/dev/null && ok \
      || { bad "$n of $all bytes of a host program"; cat out.txt err.txt; }
  done
else
  skip "no C compiler for a host program"
fi
# Archives of the host: a sentence each, however many members.
if command -v ar >/dev/null && printf 'int f (void) { return 1; }' >h.c \
   && ${CC:-cc} -c h.c -o h1.o 2>/dev/null; then
  rm -f host.a; cp h1.o h2.o; ar qcD host.a h1.o h2.o
  check 'an archive of the host' 2 host.a <<'E'
host.a: error: 2 of 2 members are ELF objects without PTX in them: give the accelerator's archive
E
  check '--fix of an archive of the host' 2 --fix -o fixed.a host.a <<'E'
host.a(h1.o): error: an ELF object of the host: give the accelerator's archive
E
  test ! -e fixed.a && ok || bad "--fix writes an archive of the host"
  cp clean.ptx clean.o; ar qD host.a clean.o
  check 'an archive of both' 2 host.a <<'E'
host.a: error: 2 of 3 members are ELF objects without PTX in them: give the accelerator's archive
E
else
  skip "no ar or no C compiler for an archive of the host"
fi
# Whatever is in a file, the errors end.
for i in 1 2 3 4 5 6 7 8 9 10; do
  printf '\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1\2\3\0'
done >stray
"$ptxcheck" stray >out.txt 2>err.txt
test $? = 2 && test `grep -c '' <err.txt` -lt 45 \
  && grep 'stray: error: too many errors' err.txt >/dev/null && ok \
  || { bad "a file of stray bytes"; cat out.txt err.txt; }
printf '!<arch>\nnonsense' >bad.a
check 'damaged archive' 2 bad.a <<'E'
bad.a: error: damaged archive: no member header at offset 8
E
check 'one bad, one with findings' 2 bad.ptx maybe.ptx <<'E'
maybe.ptx:16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
maybe.ptx:16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E
