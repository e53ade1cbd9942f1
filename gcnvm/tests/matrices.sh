#! /bin/sh
# Matrix instructions against a plain product of matrices, which awk computes.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh matrices.sh
# For each instruction a kernel is made for faults.sh: it fills the registers of
# A, B and C with small integers, executes it, and compares a number made of
# each lane's part of D.  Where elements are is as AMD's "Matrix Instruction
# Calculator" has it for CDNA to CDNA 3.

: "${srcdir:=.}"
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0
mkdir -p "$tmp/tests/faults"

# Writes the kernel of instruction $2, processors $1, whose factors have $3
# registers.
kernel ()
{
  awk -v cpus="$1" -v name="$2" -v regs="$3" '
    function code(x,   a) {		# An element of a factor, as bits.
      a = x < 0 ? -x : x
      if (type == "i8") return x < 0 ? 256 + x : x
      if (type == "f32") return (x < 0 ? 2147483648 : 0) + f32[a]
      if (type == "f64") return (x < 0 ? 2147483648 : 0) + f64[a]
      return (x < 0 ? 32768 : 0) + (type == "f16" ? f16[a] : bf16[a])
    }
    function lane_of(i, k, b) {
      if (type == "f64" && M == 4) return i + 16 * k + 4 * b
      return i + M * (int (k / per) + int (K / per) * b)
    }
    function put(what, first,   i, k, b, e, at, r, l) {
      delete word
      for (b = 0; b < blocks; b++)
	for (i = 0; i < M; i++)
	  for (k = 0; k < K; k++)
	    {
	      e = k % per; l = lane_of(i, k, b)
	      r = int (e * bits / 32); at = e * bits % 32
	      if (type == "f64") r = 2 * e + 1
	      word[r, l] += code(m[what, b, i, k]) * 2 ^ at
	    }
      for (r = 0; r < regs; r++)
	for (l = 0; l < 64; l++)
	  printf " s_mov_b32 s20, 0x%x\n s_nop 4\n v_writelane_b32 v%d, s20, %d\n", \
	    word[r, l], first + r, l
    }
    BEGIN {
      split ("1065353216 1073741824 1077936128", x); f32[0] = 0
      for (i = 1; i < 4; i++) f32[i] = x[i]
      split ("15360 16384 16896", x); f16[0] = 0
      for (i = 1; i < 4; i++) f16[i] = x[i]
      split ("16256 16384 16448", x); bf16[0] = 0
      for (i = 1; i < 4; i++) bf16[i] = x[i]
      split ("1072693248 1073741824 1074266112", x); f64[0] = 0
      for (i = 1; i < 4; i++) f64[i] = x[i]
      split (substr (name, 12), x, "x"); M = x[1] + 0; K = x[3] + 0
      type = name; sub (/_1k$/, "", type); sub (/.*f/, "f", type)
      if (name ~ /bf16/) type = "bf16"
      if (name ~ /i8$/) type = "i8"
      bits = type == "i8" ? 8 : type == "f32" ? 32 : type == "f64" ? 64 : 16
      per = regs * 32 / bits; blocks = 64 * per / (M * K)
      wide = type == "f64" ? 2 : 1; n = M * M * blocks / 64
      for (b = 0; b < blocks; b++)
	for (i = 0; i < M; i++)
	  for (k = 0; k < K; k++)
	    {
	      m["a", b, i, k] = (i * 3 + k * 5 + b * 2) % 7 - 3
	      m["b", b, i, k] = (i * 2 + k * 3 + b) % 7 - 3
	    }
      printf ";; %s: %s:\n;= 5\n", name, cpus
      print " v_mov_b32 v20, s6\n v_mov_b32 v21, s7"
      put("a", 2); put("b", 6)
      split (type == "i8" ? "0 1 2" : "0 1.0 2.0", constant)
      for (r = 0; r < n * wide; r++)
	{
	  v = wide == 1 ? constant[r % 3 + 1] : r % 2 ? r % 4 == 1 ? 0 : "s21" : 0
	  print " s_mov_b32 s21, 0x3ff00000\n v_mov_b32 v11, " v "\n s_nop 3"
	  print " v_accvgpr_write_b32 a" r ", v11"
	}
      print " s_nop 15\n s_nop 15"
      f = regs == 1 ? "v2, v6" : "v[2:" 1 + regs "], v[6:" 5 + regs "]"
      d = n * wide == 1 ? "a0" : "a[0:" n * wide - 1 "]"
      printf " %s %s, %s, %s\n s_nop 15\n s_nop 15\n v_mov_b32 v10, 0\n", name, d, \
	f, d
      for (r = 0; r < n; r++)
	{
	  if (wide == 2)
	    printf " v_accvgpr_read_b32 v12, a%d\n v_accvgpr_read_b32 v13, a%d\n s_nop 4\n v_cvt_i32_f64 v11, v[12:13]\n", 2 * r, 2 * r + 1
	  else
	    {
	      printf " v_accvgpr_read_b32 v11, a%d\n s_nop 4\n", r
	      if (type != "i8") print " v_cvt_i32_f32 v11, v11"
	    }
	  print " v_mul_lo_u32 v10, v10, 5\n v_add_u32 v10, v10, v11"
	}
      # The plain product, and what each lane has of it.
      for (b = 0; b < blocks; b++)
	for (i = 0; i < M; i++)
	  for (j = 0; j < M; j++)
	    {
	      s = 0
	      for (k = 0; k < K; k++)
		s += m["a", b, i, k] * m["b", b, j, k]
	      if (type == "f64" && M == 4) { l = j + 16 * i + 4 * b; r = 0 }
	      else if (type == "f64") { l = j + 16 * (i % 4); r = int (i / 4) }
	      else if (M == 32) {
		l = j + 32 * (int (i / 4) % 2)
		r = i % 4 + 4 * int (i / 8) + 16 * b
	      }
	      else if (M == 16) { l = j + 16 * int (i / 4); r = i % 4 + 4 * b }
	      else { l = j + 4 * b; r = i }
	      D[r, l] = s + (wide == 1 ? r % 3 : r % 2)
	    }
      for (l = 0; l < 64; l++)
	{
	  h = 0
	  for (r = 0; r < n; r++)
	    h = (h * 5 + D[r, l] + 4294967296) % 4294967296
	  printf " s_mov_b32 s20, 0x%x\n s_nop 4\n v_writelane_b32 v12, s20, %d\n", h, l
	}
      print " v_cmp_eq_u32 vcc, v10, v12\n s_nop 4\n s_cmp_eq_u64 vcc, -1"
      print " s_cselect_b32 s20, 5, 1\n v_mov_b32 v11, s20"
      print " s_mov_b64 exec, 1\n global_store_dword v[20:21], v11, off offset:32"
      print " s_endpgm"
    }' >>"$tmp/tests/faults/matrices.s"
}

while read -r cpus name regs; do
  kernel "`echo $cpus | tr , ' '`" $name $regs
done <<END
gfx908,gfx90a v_mfma_f32_32x32x1f32 1
gfx908,gfx90a v_mfma_f32_32x32x2f32 1
gfx908,gfx90a v_mfma_f32_16x16x1f32 1
gfx908,gfx90a v_mfma_f32_16x16x4f32 1
gfx908,gfx90a v_mfma_f32_4x4x1f32 1
gfx908,gfx90a v_mfma_f32_32x32x8f16 2
gfx908,gfx90a v_mfma_f32_16x16x4f16 2
gfx908,gfx90a v_mfma_f32_4x4x4f16 2
gfx908,gfx90a v_mfma_f32_32x32x4bf16 1
gfx908,gfx90a v_mfma_f32_4x4x2bf16 1
gfx90a v_mfma_f32_16x16x16bf16_1k 2
gfx908,gfx90a v_mfma_i32_32x32x8i8 1
gfx908,gfx90a v_mfma_i32_16x16x4i8 1
gfx90a v_mfma_f64_16x16x4f64 2
gfx90a v_mfma_f64_4x4x4f64 2
gfx942 v_mfma_f32_32x32x1_2b_f32 1
gfx942 v_mfma_f32_16x16x16_f16 2
gfx942 v_mfma_f32_32x32x8_bf16 2
gfx942 v_mfma_i32_16x16x32_i8 2
gfx942 v_mfma_f64_4x4x4_4b_f64 2
END
scripts=$srcdir
srcdir=$tmp sh "$scripts/tests/faults.sh"
