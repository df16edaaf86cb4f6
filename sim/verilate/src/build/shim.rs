//! The C functions through which Rust reaches the generated class.

use std::fmt::Write;

use crate::{Direction, Spec};

/// Same for every model. Values travel as little-endian lists of 64-bit words, whatever type Verilator chose.
///
/// Verilator's own answer to `$stop`, `$fatal` and unsettled loops is `abort`, to a second `$finish` it is `exit`. Both
/// would take the whole process along, so the hooks throw and note instead.
const HEAD: &str = r#"// Generated. The C face of one Verilator model.
#include <cstdint>
#include <exception>
#include <string>
#include "verilated.h"
#include "Vm.h"
"#;

/// A model and one evaluation of it.
const PLAIN: &str = r#"
namespace {
struct Sim final {
    VerilatedContext context;
    Vm top;
    std::string message;
    bool finished = false;
    Sim() : context{}, top{&context, "top"} {}
    void advance() { top.eval(); }
};
}  // namespace
"#;

/// The same, with a dump of the waves while one is open.
///
/// The writer is freed before the model that it reads. Verilator wants to know of dumps before the first evaluation.
const TRACED: &str = r#"#include <memory>
#include "verilated_fst_c.h"

namespace {
struct Sim final {
    VerilatedContext context;
    Vm top;
    std::string message;
    bool finished = false;
    uint64_t time = 0;
    std::unique_ptr<VerilatedFstC> waves;
    Sim() : context{}, top{(context.traceEverOn(true), &context), "top"} {}
    void advance() {
        top.eval();
        if (waves) waves->dump(++time);
    }
};
}  // namespace
"#;

/// Opens and closes dumps. The state at the opening is the one at time 0.
const TRACE_API: &str = r#"
API int gdl_sim_trace_open(void* handle, const char* path) {
    Sim* const sim = static_cast<Sim*>(handle);
    return guarded(sim, [=] {
        sim->waves.reset();
        std::unique_ptr<VerilatedFstC> waves{new VerilatedFstC};
        sim->top.trace(waves.get(), 1000);
        waves->open(path);
        if (!waves->isOpen()) throw Halt{"the file could not be opened"};
        sim->waves = std::move(waves);
        sim->time = 0;
        sim->waves->dump(sim->time);
    });
}
API void gdl_sim_trace_close(void* handle) {
    Sim* const sim = static_cast<Sim*>(handle);
    guarded(sim, [=] { sim->waves.reset(); });
}
API uint64_t gdl_sim_trace_time(void* handle) { return static_cast<Sim*>(handle)->time; }
"#;

/// The functions that all models have.
const BODY: &str = r#"
namespace {
struct Halt final {
    std::string message;
};
thread_local Sim* current = nullptr;

template <class T> void put(T& to, const uint64_t* from) { to = static_cast<T>(from[0]); }
template <std::size_t N> void put(VlWide<N>& to, const uint64_t* from) {
    for (std::size_t i = 0; i < N; ++i) to[i] = static_cast<EData>(from[i / 2] >> (32 * (i % 2)));
}
template <class T> void take(const T& from, uint64_t* to) { to[0] = static_cast<uint64_t>(from); }
template <std::size_t N> void take(const VlWide<N>& from, uint64_t* to) {
    for (std::size_t i = 0; i < N; i += 2) {
        to[i / 2] = static_cast<uint64_t>(from[i]);
        if (i + 1 < N) to[i / 2] |= static_cast<uint64_t>(from[i + 1]) << 32;
    }
}
// Runs `body` with `sim` as the current model; 0 is success, 1 a model that stopped itself.
template <class Body> int guarded(Sim* sim, Body body) {
    Sim* const outer = current;
    current = sim;
    int status = 1;
    try {
        body();
        status = 0;
    } catch (const Halt& halt) {
        sim->message = halt.message;
    } catch (const std::exception& error) {
        sim->message = error.what();
    } catch (...) {
        sim->message = "unknown C++ exception";
    }
    current = outer;
    return status;
}
}  // namespace

void vl_fatal(const char* file, int line, const char*, const char* text) {
    throw Halt{std::string{file ? file : ""} + ":" + std::to_string(line) + ": " + (text ? text : "")};
}
void vl_stop(const char* file, int line, const char* scope) { vl_fatal(file, line, scope, "$stop"); }
void vl_finish(const char*, int, const char*) {
    if (current) current->finished = true;
}

#define API extern "C" __attribute__((visibility("default")))

API void* gdl_sim_new() {
    try {
        return new Sim;
    } catch (...) {
        return nullptr;
    }
}
API void gdl_sim_free(void* sim) { delete static_cast<Sim*>(sim); }
API const char* gdl_sim_message(void* sim) { return static_cast<Sim*>(sim)->message.c_str(); }
API int gdl_sim_finished(void* sim) { return static_cast<Sim*>(sim)->finished; }
API int gdl_sim_eval(void* handle) {
    Sim* const sim = static_cast<Sim*>(handle);
    return guarded(sim, [=] { sim->advance(); });
}
"#;

/// The whole text. `members` are the C++ names of the ports, in the order of the specification.
///
/// Nothing of the user's is in it but identifiers that [`Spec::check`] has passed.
pub(super) fn text(spec: &Spec, members: &[String]) -> String {
    let mut text = HEAD.to_owned();
    text.push_str(if spec.options.trace { TRACED } else { PLAIN });
    text.push_str(BODY);
    if spec.options.trace {
        text.push_str(TRACE_API);
    }
    let _ok = writeln!(text, "API uint32_t gdl_sim_num_ports() {{ return {}; }}", members.len());
    text.push_str(&tick(spec, members));
    let inputs = |index: usize| spec.ports[index].direction == Direction::Input;
    text.push_str(&access("set", "const uint64_t* words", "put", members, inputs));
    text.push_str(&access("get", "uint64_t* words", "take", members, |_| true));
    text
}

/// One function with a case a port.
fn access(name: &str, words: &str, verb: &str, members: &[String], wanted: impl Fn(usize) -> bool) -> String {
    let mut text = format!("API void gdl_sim_{name}(void* handle, uint32_t port, {words}) {{\n");
    text.push_str("    Vm& top = static_cast<Sim*>(handle)->top;\n    switch (port) {\n");
    for (index, member) in members.iter().enumerate().filter(|(index, _)| wanted(*index)) {
        let _ok = writeln!(text, "    case {index}: {verb}(top.{member}, words); break;");
    }
    text.push_str("    default: break;\n    }\n    (void)top;\n    (void)words;\n}\n");
    text
}

/// Cycles of the clock in one call, so that long runs do not cross the language border at every edge.
fn tick(spec: &Spec, members: &[String]) -> String {
    let body = spec.clock_index().and_then(|clock| members.get(clock)).map_or_else(String::new, |clock| {
        let edge = |level: u8| format!("            sim->top.{clock} = {level};\n            sim->advance();\n");
        let (rise, fall) = (edge(1), edge(0));
        format!("        for (uint64_t i = 0; i < cycles && !sim->finished; ++i) {{\n{rise}{fall}        }}\n")
    });
    format!(
        "API int gdl_sim_tick(void* handle, uint64_t cycles) {{\n    Sim* const sim = static_cast<Sim*>(handle);\n    \
         return guarded(sim, [=] {{\n{body}        (void)cycles;\n    }});\n}}\n"
    )
}
