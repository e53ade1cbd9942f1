/* The HSA runtime interface, as far as there is one here.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Names, values and layouts are those of the HSA Runtime Programmer's Reference
   Manual 1.2 and of its AMD extensions, which programs have compiled in.
   Attributes and the like are plain integers here, since a program may give
   any; tests/hsa-abi.sh compares all of it with the header in GCC's source.  */

#ifndef HSA_API_H
#define HSA_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HSA_API __attribute__ ((visibility ("default")))

typedef enum
{
#define HSA_STATUS(NAME, VALUE, TEXT) HSA_STATUS_##NAME = VALUE,
#include "status.def"
  HSA_STATUS_LAST_ = 0xffff
} hsa_status_t;

/* Opaque handles.  */
typedef struct { uint64_t handle; } hsa_agent_t;
typedef struct { uint64_t handle; } hsa_signal_t;
typedef struct { uint64_t handle; } hsa_region_t;
typedef struct { uint64_t handle; } hsa_isa_t;
typedef struct { uint64_t handle; } hsa_executable_t;
typedef struct { uint64_t handle; } hsa_executable_symbol_t;
typedef struct { uint64_t handle; } hsa_code_object_t;
typedef struct { uint64_t handle; } hsa_code_object_reader_t;
typedef struct { uint64_t handle; } hsa_loaded_code_object_t;
typedef struct { uint32_t x, y, z; } hsa_dim3_t;
typedef int64_t hsa_signal_value_t;

/* hsa_system_get_info.  */
enum
{
  HSA_SYSTEM_INFO_VERSION_MAJOR = 0,	/* uint16_t.  */
  HSA_SYSTEM_INFO_VERSION_MINOR = 1,	/* uint16_t.  */
  HSA_SYSTEM_INFO_TIMESTAMP = 2,	/* uint64_t.  */
  HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY = 3,	/* uint64_t, Hz.  */
  HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT = 4,	/* uint64_t.  */
  HSA_SYSTEM_INFO_ENDIANNESS = 5,	/* int.  */
  HSA_SYSTEM_INFO_MACHINE_MODEL = 6,	/* int.  */
  HSA_SYSTEM_INFO_EXTENSIONS = 7,	/* uint8_t[128].  */
  HSA_AMD_SYSTEM_INFO_BUILD_VERSION = 0x200,	/* const char *.  */
  HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED = 0x201,	/* bool.  */
  HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT = 0x202	/* bool.  */
};
enum { HSA_ENDIANNESS_LITTLE = 0 };
enum { HSA_MACHINE_MODEL_LARGE = 1 };
enum { HSA_PROFILE_BASE = 0, HSA_PROFILE_FULL = 1 };

/* hsa_agent_get_info.  */
enum
{
  HSA_AGENT_INFO_NAME = 0,	/* char[64].  */
  HSA_AGENT_INFO_VENDOR_NAME = 1,	/* char[64].  */
  HSA_AGENT_INFO_FEATURE = 2,
  HSA_AGENT_INFO_MACHINE_MODEL = 3,
  HSA_AGENT_INFO_PROFILE = 4,
  HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE = 5,
  HSA_AGENT_INFO_WAVEFRONT_SIZE = 6,
  HSA_AGENT_INFO_WORKGROUP_MAX_DIM = 7,	/* uint16_t[3].  */
  HSA_AGENT_INFO_WORKGROUP_MAX_SIZE = 8,
  HSA_AGENT_INFO_GRID_MAX_DIM = 9,	/* hsa_dim3_t.  */
  HSA_AGENT_INFO_GRID_MAX_SIZE = 10,
  HSA_AGENT_INFO_FBARRIER_MAX_SIZE = 11,
  HSA_AGENT_INFO_QUEUES_MAX = 12,
  HSA_AGENT_INFO_QUEUE_MIN_SIZE = 13,
  HSA_AGENT_INFO_QUEUE_MAX_SIZE = 14,
  HSA_AGENT_INFO_QUEUE_TYPE = 15,
  HSA_AGENT_INFO_NODE = 16,
  HSA_AGENT_INFO_DEVICE = 17,
  HSA_AGENT_INFO_CACHE_SIZE = 18,	/* uint32_t[4].  */
  HSA_AGENT_INFO_ISA = 19,	/* hsa_isa_t.  */
  HSA_AGENT_INFO_EXTENSIONS = 20,	/* uint8_t[128].  */
  HSA_AGENT_INFO_VERSION_MAJOR = 21,	/* uint16_t.  */
  HSA_AGENT_INFO_VERSION_MINOR = 22,	/* uint16_t.  */
  HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES = 23,
  HSA_AGENT_INFO_FAST_F16_OPERATION = 24,	/* bool.  */
  HSA_AMD_AGENT_INFO_CHIP_ID = 0xa000,
  HSA_AMD_AGENT_INFO_CACHELINE_SIZE = 0xa001,
  HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT = 0xa002,
  HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY = 0xa003,
  HSA_AMD_AGENT_INFO_DRIVER_NODE_ID = 0xa004,
  HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS = 0xa005,
  HSA_AMD_AGENT_INFO_BDFID = 0xa006,
  HSA_AMD_AGENT_INFO_MEMORY_WIDTH = 0xa007,
  HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY = 0xa008,
  HSA_AMD_AGENT_INFO_PRODUCT_NAME = 0xa009,	/* char[64].  */
  HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU = 0xa00a,
  HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU = 0xa00b,
  HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES = 0xa00c,
  HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE = 0xa00d,
  HSA_AMD_AGENT_INFO_DOMAIN = 0xa00f,
  HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES = 0xa010,	/* bool.  */
  HSA_AMD_AGENT_INFO_UUID = 0xa011,	/* char[21].  */
  HSA_AMD_AGENT_INFO_ASIC_REVISION = 0xa012
};
enum { HSA_AGENT_FEATURE_KERNEL_DISPATCH = 1,
       HSA_AGENT_FEATURE_AGENT_DISPATCH = 2 };
enum { HSA_DEVICE_TYPE_CPU = 0, HSA_DEVICE_TYPE_GPU = 1 };
enum { HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT = 0,
       HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO = 1,
       HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR = 2 };

/* hsa_isa_get_info.  */
enum
{
  HSA_ISA_INFO_NAME_LENGTH = 0,	/* uint32_t, with the NUL.  */
  HSA_ISA_INFO_NAME = 1,
  HSA_ISA_INFO_CALL_CONVENTION_COUNT = 2,
  HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE = 3,
  HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT = 4,
  HSA_ISA_INFO_MACHINE_MODELS = 5,	/* bool[2].  */
  HSA_ISA_INFO_PROFILES = 6,	/* bool[2].  */
  HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES = 7,	/* bool[3].  */
  HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES = 8,
  HSA_ISA_INFO_FAST_F16_OPERATION = 9,	/* bool.  */
  HSA_ISA_INFO_WORKGROUP_MAX_DIM = 12,	/* uint16_t[3].  */
  HSA_ISA_INFO_WORKGROUP_MAX_SIZE = 13,
  HSA_ISA_INFO_GRID_MAX_DIM = 14,	/* hsa_dim3_t.  */
  HSA_ISA_INFO_GRID_MAX_SIZE = 16,	/* uint64_t.  */
  HSA_ISA_INFO_FBARRIER_MAX_SIZE = 17
};

/* Signals.  */
enum { HSA_SIGNAL_CONDITION_EQ = 0, HSA_SIGNAL_CONDITION_NE = 1,
       HSA_SIGNAL_CONDITION_LT = 2, HSA_SIGNAL_CONDITION_GTE = 3 };
enum { HSA_WAIT_STATE_BLOCKED = 0, HSA_WAIT_STATE_ACTIVE = 1 };

/* Queues and their packets.  */
enum { HSA_QUEUE_TYPE_MULTI = 0, HSA_QUEUE_TYPE_SINGLE = 1,
       HSA_QUEUE_TYPE_COOPERATIVE = 2 };
enum { HSA_QUEUE_FEATURE_KERNEL_DISPATCH = 1 };

typedef struct hsa_queue_s
{
  uint32_t type, features;
  void *base_address;
  hsa_signal_t doorbell_signal;
  uint32_t size, reserved1;
  uint64_t id;
} hsa_queue_t;

enum
{
  HSA_PACKET_TYPE_VENDOR_SPECIFIC = 0,
  HSA_PACKET_TYPE_INVALID = 1,
  HSA_PACKET_TYPE_KERNEL_DISPATCH = 2,
  HSA_PACKET_TYPE_BARRIER_AND = 3,
  HSA_PACKET_TYPE_AGENT_DISPATCH = 4,
  HSA_PACKET_TYPE_BARRIER_OR = 5
};
/* Bits of the header and of the setup field.  */
enum { HSA_PACKET_HEADER_TYPE = 0, HSA_PACKET_HEADER_WIDTH_TYPE = 8,
       HSA_PACKET_HEADER_BARRIER = 8,
       HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE = 9,
       HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE = 11 };
enum { HSA_FENCE_SCOPE_SYSTEM = 2 };
enum { HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS = 0,
       HSA_KERNEL_DISPATCH_PACKET_SETUP_WIDTH_DIMENSIONS = 2 };

typedef struct hsa_kernel_dispatch_packet_s
{
  uint16_t header, setup;
  uint16_t workgroup_size_x, workgroup_size_y, workgroup_size_z, reserved0;
  uint32_t grid_size_x, grid_size_y, grid_size_z;
  uint32_t private_segment_size, group_segment_size;
  uint64_t kernel_object;
  void *kernarg_address;
  uint64_t reserved2;
  hsa_signal_t completion_signal;
} hsa_kernel_dispatch_packet_t;

typedef struct hsa_barrier_and_packet_s
{
  uint16_t header, reserved0;
  uint32_t reserved1;
  hsa_signal_t dep_signal[5];
  uint64_t reserved2;
  hsa_signal_t completion_signal;
} hsa_barrier_and_packet_t;
typedef hsa_barrier_and_packet_t hsa_barrier_or_packet_t;

/* Regions.  */
enum { HSA_REGION_SEGMENT_GLOBAL = 0, HSA_REGION_SEGMENT_READONLY = 1,
       HSA_REGION_SEGMENT_PRIVATE = 2, HSA_REGION_SEGMENT_GROUP = 3,
       HSA_REGION_SEGMENT_KERNARG = 4 };
enum { HSA_REGION_GLOBAL_FLAG_KERNARG = 1,
       HSA_REGION_GLOBAL_FLAG_FINE_GRAINED = 2,
       HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED = 4 };
enum
{
  HSA_REGION_INFO_SEGMENT = 0,
  HSA_REGION_INFO_GLOBAL_FLAGS = 1,
  HSA_REGION_INFO_SIZE = 2,	/* size_t.  */
  HSA_REGION_INFO_ALLOC_MAX_SIZE = 4,	/* size_t.  */
  HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED = 5,	/* bool.  */
  HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE = 6,	/* size_t.  */
  HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT = 7,	/* size_t.  */
  HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE = 8,
  HSA_AMD_REGION_INFO_HOST_ACCESSIBLE = 0xa000,	/* bool.  */
  HSA_AMD_REGION_INFO_BASE = 0xa001	/* void *.  */
};
enum { HSA_ACCESS_PERMISSION_RO = 1, HSA_ACCESS_PERMISSION_WO = 2,
       HSA_ACCESS_PERMISSION_RW = 3 };

/* Code objects and executables.  */
enum { HSA_EXECUTABLE_STATE_UNFROZEN = 0, HSA_EXECUTABLE_STATE_FROZEN = 1 };
enum { HSA_EXECUTABLE_INFO_PROFILE = 1, HSA_EXECUTABLE_INFO_STATE = 2,
       HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE = 3 };
enum { HSA_SYMBOL_KIND_VARIABLE = 0, HSA_SYMBOL_KIND_KERNEL = 1,
       HSA_SYMBOL_KIND_INDIRECT_FUNCTION = 2 };
enum { HSA_SYMBOL_LINKAGE_MODULE = 0, HSA_SYMBOL_LINKAGE_PROGRAM = 1 };
enum { HSA_VARIABLE_ALLOCATION_AGENT = 0 };
enum { HSA_VARIABLE_SEGMENT_GLOBAL = 0, HSA_VARIABLE_SEGMENT_READONLY = 1 };
enum
{
  HSA_EXECUTABLE_SYMBOL_INFO_TYPE = 0,
  HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH = 1,
  HSA_EXECUTABLE_SYMBOL_INFO_NAME = 2,	/* Without a NUL.  */
  HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH = 3,
  HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME = 4,
  HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE = 5,
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION = 6,
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT = 7,
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT = 8,
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE = 9,
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST = 10,	/* bool.  */
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE = 11,
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT = 12,
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE = 13,
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE = 14,
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK = 15,	/* bool.  */
  HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION = 17,	/* bool.  */
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION = 18,
  HSA_EXECUTABLE_SYMBOL_INFO_AGENT = 20,	/* hsa_agent_t.  */
  HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS = 21,	/* uint64_t.  */
  HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT = 22	/* uint64_t.  */
};

/* AMD's extensions.  */
enum { HSA_EXT_POINTER_TYPE_UNKNOWN = 0, HSA_EXT_POINTER_TYPE_HSA = 1,
       HSA_EXT_POINTER_TYPE_LOCKED = 2 };
typedef struct hsa_amd_pointer_info_s
{
  uint32_t size;		/* Of this struct, as the caller knows it.  */
  uint32_t type;
  void *agentBaseAddress, *hostBaseAddress;
  size_t sizeInBytes;
  void *userData;
  hsa_agent_t agentOwner;
  uint32_t global_flags;
} hsa_amd_pointer_info_t;
typedef struct { void *base; size_t pitch, slice; } hsa_pitched_ptr_t;
enum
{
  HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG = 0,
  HSA_AMD_SVM_ATTRIB_READ_ONLY = 1,
  HSA_AMD_SVM_ATTRIB_HIVE_LOCAL = 2,
  HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY = 3,
  HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION = 4,
  HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION = 5,
  HSA_AMD_SVM_ATTRIB_READ_MOSTLY = 6,
  HSA_AMD_SVM_ATTRIB_GPU_EXEC = 7,
  HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE = 0x200,
  HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE = 0x201,
  HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS = 0x202,
  HSA_AMD_SVM_ATTRIB_ACCESS_QUERY = 0x203
};
typedef struct hsa_amd_svm_attribute_pair_s
{
  uint64_t attribute;
  uint64_t value;		/* An agent, or a number.  */
} hsa_amd_svm_attribute_pair_t;

typedef void hsa_queue_fn (hsa_status_t, hsa_queue_t *, void *data);
typedef hsa_status_t hsa_agent_fn (hsa_agent_t, void *data);
typedef hsa_status_t hsa_region_fn (hsa_region_t, void *data);
typedef hsa_status_t hsa_isa_fn (hsa_isa_t, void *data);
typedef hsa_status_t hsa_symbol_fn (hsa_executable_t, hsa_executable_symbol_t,
				    void *data);
typedef hsa_status_t hsa_agent_symbol_fn (hsa_executable_t, hsa_agent_t,
					  hsa_executable_symbol_t, void *data);

/* The functions.  */
#define HSA_ENTRY(TYPE, NAME, ARGS) extern HSA_API TYPE NAME ARGS;
#define HSA_LACKING(NAME)
#include "entries.def"
#undef HSA_ENTRY
#undef HSA_LACKING

#endif /* HSA_API_H */
