/* Tests of the HSA runtime: executables and code objects.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code-object.h"
#include "hsa-test.h"

/* Load O into a new executable for gpu[N]; what must come of it is WANT.  */
static hsa_executable_t
load (struct code_object_image *o, unsigned n, hsa_status_t want,
      const char *what)
{
  hsa_executable_t e = { 0 };
  hsa_code_object_t co;
  OK (hsa_executable_create (HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN,
			     "", &e));
  OK (hsa_executable_global_variable_define (e, "ext", (void *) 0x12345678abc));
  OK (hsa_code_object_deserialize (o->bytes, OBJECT_SIZE, NULL, &co));
  hsa_status_t r = hsa_executable_load_code_object (e, gpu[n], co, "");
  check (r == want, "%s: status 0x%x, not 0x%x", what, r, want);
  OK (hsa_code_object_destroy (co));
  return e;
}

static uint64_t
variable (hsa_executable_t e)
{
  hsa_executable_symbol_t s = { 0 };
  uint64_t a = 0;
  OK (hsa_executable_get_symbol (e, NULL, "v", gpu[0], 0, &s));
  OK (hsa_executable_symbol_get_info
      (s, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS, &a));
  return a;
}

static hsa_status_t
list_symbols (hsa_executable_t e, hsa_executable_symbol_t s, void *data)
{
  uint32_t n = 0;
  char name[40] = "";
  (void) e;
  hsa_executable_symbol_get_info (s, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH,
				  &n);
  hsa_executable_symbol_get_info (s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
  snprintf ((char *) data + strlen (data), 60, "%s/%u ", name, n);
  return HSA_STATUS_SUCCESS;
}

static void
symbols (void)
{
  struct code_object_image o;
  image_make (&o, 0x2a);
  hsa_executable_t e = load (&o, 0, HSA_STATUS_SUCCESS, "load");
  hsa_executable_symbol_t k = { 0 }, again = { 0 }, v = { 0 };
  uint32_t n = 9;
  uint64_t object = 0;
  bool yes = true;
  char text[200] = "";
  OK (hsa_executable_freeze (e, ""));
  OK (hsa_executable_get_symbol (e, NULL, "k.kd", gpu[0], 0, &k));
  OK (hsa_executable_get_symbol_by_name (e, "k", &gpu[0], &again));
  check (k.handle == again.handle, "the kernel by both names");
  OK (hsa_executable_symbol_get_info (k, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &n));
  check (n == HSA_SYMBOL_KIND_KERNEL, "kind %u", n);
  OK (hsa_executable_symbol_get_info
      (k, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &n));
  check (n == 512, "group size %u", n);
  OK (hsa_executable_symbol_get_info
      (k, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &n));
  check (n == 256, "private size %u", n);
  OK (hsa_executable_symbol_get_info
      (k, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &n));
  check (n == 32, "kernarg size %u", n);
  OK (hsa_executable_symbol_get_info
      (k, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object));
  check (object % 64 == 0 && *(uint32_t *) (uintptr_t) object == 512,
	 "kernel object 0x%llx", (unsigned long long) object);
  STATUS (hsa_executable_symbol_get_info
	  (k, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, &n),
	  ERROR_INVALID_ARGUMENT);
  OK (hsa_executable_get_symbol (e, NULL, "v", gpu[0], 0, &v));
  OK (hsa_executable_symbol_get_info (v, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &n));
  check (n == HSA_SYMBOL_KIND_VARIABLE, "kind %u", n);
  OK (hsa_executable_symbol_get_info
      (v, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, &n));
  check (n == 16, "size of v: %u", n);
  OK (hsa_executable_symbol_get_info
      (v, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST, &yes));
  check (!yes, "v is not constant");
  OK (hsa_executable_get_symbol (e, NULL, "ext", gpu[0], 0, &v));
  OK (hsa_executable_symbol_get_info
      (v, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS, &object));
  check (object == 0x12345678abc, "ext at 0x%llx",
	 (unsigned long long) object);
  /* Functions are no symbols here; neither is anything for another agent.  */
  STATUS (hsa_executable_get_symbol (e, NULL, "f", gpu[0], 0, &v),
	  ERROR_INVALID_SYMBOL_NAME);
  STATUS (hsa_executable_get_symbol (e, NULL, "v", gpu[1], 0, &v),
	  ERROR_INVALID_SYMBOL_NAME);
  STATUS (hsa_executable_get_symbol (e, "module", "v", gpu[0], 0, &v),
	  ERROR_INVALID_SYMBOL_NAME);
  STATUS (hsa_executable_get_symbol (e, NULL, "weak", gpu[0], 0, &v),
	  ERROR_INVALID_SYMBOL_NAME);
  OK (hsa_executable_iterate_symbols (e, list_symbols, text));
  check (!strcmp (text, "k.kd/4 v/1 "), "symbols: %s", text);
  OK (hsa_executable_destroy (e));
  STATUS (hsa_executable_destroy (e), ERROR_INVALID_EXECUTABLE);
  STATUS (hsa_executable_symbol_get_info (k, 0, &n),
	  ERROR_INVALID_EXECUTABLE_SYMBOL);
}

static void
relocations (void)
{
  struct code_object_image o;
  image_make (&o, 0x2a);
  image_relocate (&o, DATA, 13, 0, DATA + 32);		/* RELATIVE64  */
  image_relocate (&o, DATA + 8, 3, SYM_EXT, 16);	/* ABS64  */
  image_relocate (&o, DATA + 16, 1, SYM_EXT, 4);	/* ABS32_LO  */
  image_relocate (&o, DATA + 20, 2, SYM_EXT, 4);	/* ABS32_HI  */
  hsa_executable_t e = load (&o, 0, HSA_STATUS_SUCCESS, "relocations");
  uint64_t v = variable (e), *data = (uint64_t *) (uintptr_t) (v - 32);
  check (data[0] == v, "RELATIVE64: 0x%llx", (unsigned long long) data[0]);
  check (data[1] == 0x12345678abc + 16, "ABS64: 0x%llx",
	 (unsigned long long) data[1]);
  check (data[2] == 0x12345678abc + 4, "ABS32: 0x%llx",
	 (unsigned long long) data[2]);
  check (data[DATA_SIZE / 8] == 0 && data[(DATA_SIZE + BSS_SIZE) / 8 - 1] == 0,
	 "what is in no file is zero");
  OK (hsa_executable_destroy (e));

  image_make (&o, 0x2a);
  image_relocate (&o, DATA, 5, SYM_VAR, 0);		/* REL64  */
  image_relocate (&o, DATA + 8, 10, SYM_EXT, 0);	/* REL32_LO  */
  image_relocate (&o, DATA + 12, 11, SYM_EXT, 0);	/* REL32_HI  */
  image_relocate (&o, DATA + 16, 3, SYM_WEAK, 5);
  e = load (&o, 0, HSA_STATUS_SUCCESS, "relative relocations");
  v = variable (e);
  data = (uint64_t *) (uintptr_t) (v - 32);
  check (data[0] == 32, "REL64: %llu", (unsigned long long) data[0]);
  check ((uint32_t) data[1] == (uint32_t) (0x12345678abc - (v - 24))
	 && (uint32_t) (data[1] >> 32)
	    == (uint32_t) ((0x12345678abc - (v - 20)) >> 32),
	 "REL32: 0x%llx", (unsigned long long) data[1]);
  check (data[2] == 5, "a weak symbol: 0x%llx", (unsigned long long) data[2]);
  OK (hsa_executable_destroy (e));

  image_make (&o, 0x2a);
  image_relocate (&o, DATA, 3, SYM_EXT, 0);
  strcpy ((char *) o.bytes + IN_DYNSTR + 10, "oxt");
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_VARIABLE_UNDEFINED, "undefined symbol")));
  image_make (&o, 0x2a);
  image_relocate (&o, DATA, 12, SYM_VAR, 0);
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "unknown type")));
  image_make (&o, 0x2a);
  image_relocate (&o, DATA + DATA_SIZE + BSS_SIZE - 4, 13, 0, 0);
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "past the end")));
  image_make (&o, 0x2a);
  image_relocate (&o, DATA, 3, N_SYMS, 0);
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "no such symbol")));
}

/* What is in no file is zero, also where another code object was before.  */
static void
again (void)
{
  struct code_object_image o;
  bool right = true;
  image_make (&o, 0x2a);
  for (unsigned k = 0; k < 5000 && right; k++)
    {
      hsa_executable_t e = load (&o, 0, HSA_STATUS_SUCCESS, "load");
      uint64_t *bss = (uint64_t *) (uintptr_t) (variable (e) - 32 + DATA_SIZE);
      for (unsigned i = 0; i < BSS_SIZE / 8; i++)
	{
	  right &= bss[i] == 0;
	  bss[i] = 1;
	}
      OK (hsa_executable_destroy (e));
    }
  check (right, "a code object where another was");
}

/* What is no code object for the agent, and what executables refuse.  */
static void
refusals (void)
{
  struct code_object_image o;
  const hsa_status_t bad = HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
#define BAD(WHAT, STATEMENT)						\
  do									\
    {									\
      image_make (&o, 0x2a);						\
      STATEMENT;							\
      OK (hsa_executable_destroy (load (&o, 0, bad, WHAT)));		\
    }									\
  while (0)
  BAD ("magic", o.bytes[0] = 0);
  BAD ("32 bits", o.bytes[EI_CLASS] = ELFCLASS32);
  BAD ("machine", image_header (&o)->e_machine = EM_X86_64);
  BAD ("ABI", o.bytes[EI_OSABI] = 0);
  BAD ("object version", o.bytes[EI_ABIVERSION] = 5);
  BAD ("not linked", image_header (&o)->e_type = ET_REL);
  BAD ("processor", image_header (&o)->e_flags = 0x77);
  BAD ("gfx1200", image_header (&o)->e_flags = 0x48);
  BAD ("program headers", image_header (&o)->e_phoff = OBJECT_SIZE - 8);
  BAD ("section headers", image_header (&o)->e_shoff = (uint64_t) -64);
  BAD ("segment", ((Elf64_Phdr *) (o.bytes + IN_PHDR))[1].p_filesz = 100000);
  BAD ("large segment",
       ((Elf64_Phdr *) (o.bytes + IN_PHDR))[1].p_memsz = (uint64_t) -1);
  BAD ("symbols", image_section (&o, 1)->sh_offset = OBJECT_SIZE);
  BAD ("names of symbols", image_section (&o, 1)->sh_link = 99);
  BAD ("relocations", image_section (&o, 3)->sh_size = 1 << 20);
  BAD ("code", image_section (&o, 4)->sh_addr = 0x100000);
  BAD ("no code", image_section (&o, 4)->sh_type = SHT_NOBITS);
  image_make (&o, 0x2f);
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, "other GPU")));
  OK (hsa_executable_destroy (load (&o, 1, HSA_STATUS_SUCCESS, "its GPU")));
  /* Generic code is for several.  */
  image_make (&o, 0x51);
  OK (hsa_executable_destroy (load (&o, 1, HSA_STATUS_SUCCESS,
				    "gfx9-generic on gfx906")));
  OK (hsa_executable_destroy
      (load (&o, 0, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
	     "gfx9-generic on gfx803")));
  image_make (&o, 0x2a);
  setenv ("FAKE_BAD_CODE", "1", 1);
  OK (hsa_executable_destroy (load (&o, 0, bad, "the machine refuses it")));
  unsetenv ("FAKE_BAD_CODE");

  hsa_executable_t e = load (&o, 0, HSA_STATUS_SUCCESS, "load");
  hsa_code_object_t co;
  STATUS (hsa_executable_global_variable_define (e, "ext", NULL),
	  ERROR_VARIABLE_ALREADY_DEFINED);
  OK (hsa_executable_freeze (e, ""));
  STATUS (hsa_executable_freeze (e, ""), ERROR_FROZEN_EXECUTABLE);
  STATUS (hsa_executable_global_variable_define (e, "y", NULL),
	  ERROR_FROZEN_EXECUTABLE);
  OK (hsa_code_object_deserialize (o.bytes, OBJECT_SIZE, NULL, &co));
  STATUS (hsa_executable_load_code_object (e, gpu[0], co, ""),
	  ERROR_FROZEN_EXECUTABLE);
  STATUS (hsa_executable_load_code_object (e, cpu, co, ""),
	  ERROR_INVALID_AGENT);
  OK (hsa_code_object_destroy (co));
  STATUS (hsa_executable_load_code_object (e, gpu[0], co, ""),
	  ERROR_INVALID_CODE_OBJECT);
  STATUS (hsa_code_object_destroy (co), ERROR_INVALID_CODE_OBJECT);
  OK (hsa_executable_destroy (e));
}

int
main (void)
{
  setenv ("GCNVM_DEVICE", "gfx803,gfx906", 1);
  setenv ("GCNVM_MEMORY", "64M", 1);
  start_runtime ();
  symbols ();
  relocations ();
  again ();
  refusals ();
  OK (hsa_shut_down ());
  return finish_tests ();
}
