#pragma once
/// One Lua interpreter for one compilation. The only file of the project that knows Lua is sandbox.cpp.
///
/// 1. A script sees our words, and of Lua's libraries only what can neither reach outside nor differ from run to run:
///    no io, os, debug, package, require, load, dofile, pcall, coroutines, metatables, string methods, pairs (its order
///    is random), sort (its order of ties is), sin, cos and `^`
///    of libm (ours are from the core's table, in degrees). No bytecode.
/// 2. Instructions, memory, seconds and what may be handed to words are limited; any excess is an error like others.
/// 3. A name that was never given a value is an error where it is read.
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
    int seconds = 5;               // for what instructions do not measure: giant strings, giant argument lists
    std::size_t values = 300'000;  // handed to words, all in all
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
    /// A text that scripts can read.
    void add_text(std::string name, std::string text);

    /// Runs a script. Returns an empty string, or `file:line: what is wrong`; without a line only where a file is
    /// refused before any line of it runs (`use` puts its own place before that).
    std::string run(std::string_view source, const std::string& file);

    /// From inside a word: runs another script, or a function that the word was given. Errors end the whole run.
    void run_within(std::string_view source, const std::string& file);
    void call_within(const Value& function);

    /// From inside a word: `file:line` of the call.
    std::string place() const;

  private:
    struct Lua;
    std::unique_ptr<Lua> lua_;
};

}  // namespace albireo::script
