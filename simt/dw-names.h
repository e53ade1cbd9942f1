/* Numbers of DWARF.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef SIMT_DW_NAMES_H
#define SIMT_DW_NAMES_H

/* DWARF 5, sections 7.5.3 to 7.8, 7.24, and 3.1.1 for the languages.  */
enum
{
  TAG_ARRAY = 0x01, TAG_CLASS = 0x02, TAG_ENUM = 0x04, TAG_PARAMETER = 0x05,
  TAG_BLOCK = 0x0b, TAG_MEMBER = 0x0d, TAG_POINTER = 0x0f, TAG_REFERENCE = 0x10,
  TAG_STRUCT = 0x13, TAG_SUBROUTINE_TYPE = 0x15, TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17, TAG_INHERITANCE = 0x1c, TAG_INLINED = 0x1d,
  TAG_MODULE = 0x1e, TAG_SUBRANGE = 0x21, TAG_BASE = 0x24, TAG_CONST = 0x26,
  TAG_ENUMERATOR = 0x28, TAG_SUBPROGRAM = 0x2e, TAG_VARIABLE = 0x34,
  TAG_VOLATILE = 0x35, TAG_RESTRICT = 0x37, TAG_NAMESPACE = 0x39,
  TAG_RVALUE_REFERENCE = 0x42, TAG_ATOMIC = 0x47,
  AT_LOCATION = 0x02, AT_NAME = 0x03, AT_BYTE_SIZE = 0x0b, AT_BIT_SIZE = 0x0d,
  AT_LANGUAGE = 0x13, AT_CONST_VALUE = 0x1c, AT_LOWER_BOUND = 0x22,
  AT_UPPER_BOUND = 0x2f, AT_ARTIFICIAL = 0x34, AT_COUNT = 0x37,
  AT_ABSTRACT_ORIGIN = 0x31, AT_MEMBER_LOCATION = 0x38, AT_DECLARATION = 0x3c, AT_ENCODING = 0x3e,
  AT_FRAME_BASE = 0x40, AT_TYPE = 0x49, AT_DATA_BIT_OFFSET = 0x6b,
  AT_LINKAGE_NAME = 0x6e,
  FORM_DATA2 = 0x05, FORM_DATA4 = 0x06, FORM_DATA8 = 0x07, FORM_DATA1 = 0x0b,
  FORM_UDATA = 0x0f,
  OP_ADDR = 0x03, OP_DEREF = 0x06, OP_CONST1U = 0x08, OP_CONST1S = 0x09,
  OP_CONST2U = 0x0a, OP_CONST2S = 0x0b, OP_CONST4U = 0x0c, OP_CONST4S = 0x0d,
  OP_CONST8U = 0x0e, OP_CONST8S = 0x0f, OP_CONSTU = 0x10, OP_CONSTS = 0x11,
  OP_DUP = 0x12, OP_DROP = 0x13, OP_OVER = 0x14, OP_SWAP = 0x16, OP_AND = 0x1a,
  OP_DIV = 0x1b, OP_MINUS = 0x1c, OP_MUL = 0x1e, OP_NEG = 0x1f, OP_NOT = 0x20,
  OP_OR = 0x21, OP_PLUS = 0x22, OP_PLUS_UCONST = 0x23, OP_SHL = 0x24, OP_SHR = 0x25,
  OP_SHRA = 0x26, OP_XOR = 0x27, OP_LIT0 = 0x30, OP_PIECE = 0x93,
  OP_DEREF_SIZE = 0x94, OP_NOP = 0x96, OP_STACK_VALUE = 0x9f, OP_BREGX = 0x92,
  OP_REG0 = 0x50, OP_BREG0 = 0x70,
  OP_REGX = 0x90, OP_FBREG = 0x91, OP_CALL_FRAME_CFA = 0x9c,
  CFA_ADVANCE_LOC1 = 0x02, CFA_ADVANCE_LOC2 = 0x03, CFA_ADVANCE_LOC4 = 0x04,
  CFA_OFFSET_EXTENDED = 0x05, CFA_RESTORE_EXTENDED = 0x06, CFA_UNDEFINED = 0x07,
  CFA_SAME_VALUE = 0x08, CFA_REGISTER = 0x09, CFA_REMEMBER_STATE = 0x0a,
  CFA_RESTORE_STATE = 0x0b, CFA_DEF_CFA = 0x0c, CFA_DEF_CFA_REGISTER = 0x0d,
  CFA_DEF_CFA_OFFSET = 0x0e, CFA_DEF_CFA_EXPRESSION = 0x0f, CFA_EXPRESSION = 0x10,
  CFA_OFFSET_EXTENDED_SF = 0x11, CFA_VAL_EXPRESSION = 0x16,
  ATE_BOOLEAN = 0x02, ATE_COMPLEX = 0x03, ATE_FLOAT = 0x04, ATE_SIGNED = 0x05,
  ATE_SIGNED_CHAR = 0x06, ATE_UNSIGNED = 0x07, ATE_UNSIGNED_CHAR = 0x08,
  ATE_UTF = 0x10,
  LANG_FORTRAN77 = 0x07, LANG_FORTRAN90 = 0x08, LANG_FORTRAN95 = 0x0e,
  LANG_FORTRAN03 = 0x22, LANG_FORTRAN08 = 0x23, LANG_FORTRAN18 = 0x2d
};

#endif /* SIMT_DW_NAMES_H */
