#pragma once
/// One Lua interpreter for one compilation. In the whole project only sandbox.cpp uses Lua.
///
/// 1. A script can call our words (add_word()), and those functions of Lua's libraries that neither reach outside the
///    sandbox nor differ from run to run. Not available: io, os, debug, package, require, load, dofile, pcall,
///    coroutines, metatables, string methods, pairs (random order), sort (random order of ties), `^`, and libm's sin
///    and cos (ours use the core's table, in degrees). Bytecode is refused.
/// 2. Instructions, memory, time and the number of values passed to words are limited. Exceeding a limit is an error of
///    the script, like any other.
/// 3. Reading a name that was never assigned is an error.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/script/value.hpp"

namespace albireo::script {

struct SandboxLimits {
    std::size_t source_bytes = 1 << 18;
    std::size_t memory_bytes = 32 << 20;
    std::uint64_t instructions = 20'000'000;
    int seconds = 10;  // of processor time, for costs that instructions do not measure: giant strings, argument lists
    std::size_t values = 300'000;  // passed to all words together
};

class Sandbox {
  public:
    using Word = std::function<Value(std::span<const Value>)>;

    explicit Sandbox(const SandboxLimits& limits = {});
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    /// A function that scripts can call; a Mistake it throws becomes an error at the line of the call.
    void add_word(std::string name, Word word);
    /// Adds a string that scripts can read.
    void add_text(std::string name, std::string text);

    /// Runs a script. Returns an empty string, or `file:line: what is wrong`. The line is missing only if the script
    /// was refused before it ran; if another script includes it with `use`, the error begins with the place of the
    /// `use`.
    std::string run(std::string_view source, const std::string& file);

    /// To be called from a word: runs another script, or a function that was passed to the word. An error in it ends
    /// the whole run.
    void run_within(std::string_view source, const std::string& file);
    void call_within(const Value& function);

    /// To be called from a word: `file:line` of the call.
    std::string place() const;

  private:
    struct Lua;
    std::unique_ptr<Lua> lua_;
};

}  // namespace albireo::script
