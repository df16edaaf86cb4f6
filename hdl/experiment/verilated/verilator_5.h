// Included before the C++ of the crate `verilated`: names of Verilator 4.38 that Verilator 5 has not.
#ifdef VERILATOR_VERSION_MAJOR
#undef VERILATOR_VERSION_MAJOR
#undef VERILATOR_VERSION_MINOR
#define VERILATOR_VERSION_MAJOR 4
#define VERILATOR_VERSION_MINOR 38
#endif
#define rolloverMB rolloverSize
