; The LDS records of three units.  by_name and by_pointer reach a variable of
; another unit that lies over their own; big ends behind what it asks for.
; apart reaches nothing of the others, both has two that touch, no_code calls
; what no record knows, from where a function comes back whose address is taken.
; cpu: gfx906
; expect: lds-overlap@0 lds-overlap@0 lds-overlap@0 lds-beyond@0
	.text
	.globl	big
	.type	big, @function
big:
	s_endpgm
	.size	big, .-big
	.section .rodata
	.p2align 6
	.amdhsa_kernel big
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_group_segment_fixed_size 64
	.end_amdhsa_kernel
	.section	.accelfix.lds,"",@progbits
	.ascii	"accelfix-lds 1 kernel one.c\n"
	.ascii	"f 0 kv by_name\n"
	.ascii	"f 1 kvi by_pointer\n"
	.ascii	"f 2 kv apart\n"
	.ascii	"f 3 kv both\n"
	.ascii	"f 4 kv no_code\n"
	.ascii	"f 5 - local\n"
	.ascii	"c 0 5\n"
	.ascii	"c 5 5\n"
	.ascii	"x 5 step\n"
	.ascii	"x 3 other\n"
	.ascii	"x 4 library\n"
	.ascii	"d 0 32 16 mine\n"
	.ascii	"r 0 0\n"
	.ascii	"r 1 0\n"
	.ascii	"r 2 0\n"
	.ascii	"r 3 0\n"
	.ascii	"r 4 0\n"
	.ascii	"end\n"
	.ascii	"accelfix-lds 1 kernel two.c\n"
	.ascii	"f 0 v step\n"
	.ascii	"f 1 a pointed\n"
	.ascii	"f 2 v other\n"
	.ascii	"f 3 - local\n"
	.ascii	"f 4 kv big\n"
	.ascii	"x 0 leaf\n"
	.ascii	"d 0 40 4 theirs\n"
	.ascii	"d 1 48 100 behind\n"
	.ascii	"d 2 40 4 nobodys\n"
	.ascii	"r 1 0\n"
	.ascii	"r 2 1\n"
	.ascii	"r 3 2\n"
	.ascii	"r 4 1\n"
	.ascii	"end\n"
	.ascii	"accelfix-lds 1 kernel three.c\n"
	.ascii	"f 0 v leaf\n"
	.ascii	"d 0 47 1 last\n"
	.ascii	"r 0 0\n"
	.ascii	"end\n"

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
