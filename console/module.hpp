#pragma once
/// Runs a WebAssembly module in a child process. Debian has no library that runs WebAssembly, so node does.
///
/// 1. The module can compute and nothing else: it reaches no file, no network and no clock.
/// 2. Its functions take one number or none. One that takes bytes takes them through another function, which is given their
///    number and returns where to put them. A text that a function returns ends with a zero byte; "!" at its beginning marks an
///    error.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::console {

/// What to do with a module, in this order.
class ModuleSteps {
  public:
    /// Puts the contents of a file, or a text, where `function` says.
    ModuleSteps& put_file(const std::string& function, const std::string& path) { return add({"put-file", function, path}); }
    ModuleSteps& put_text(const std::string& function, const std::string& text) { return add({"put-text", function, text}); }
    /// Calls a function and takes its text.
    ModuleSteps& call(const std::string& function, std::uint32_t number = 0) { return add({"call", function, std::to_string(number)}); }
    /// The same until the text is empty.
    ModuleSteps& repeat(const std::string& function) { return add({"repeat", function}); }

    const std::vector<std::string>& words() const { return words_; }

  private:
    ModuleSteps& add(const std::vector<std::string>& more) {
        words_.insert(words_.end(), more.begin(), more.end());
        return *this;
    }
    std::vector<std::string> words_;
};

struct ModuleOutput {
    std::string fault;       // one line; empty if all went well
    bool no_runner = false;  // node is not installed
    std::string text;        // all texts that the functions returned
};

/// `path`: a .wasm file, or one compressed by gzip. More than `bytes_max` bytes of texts are an error.
ModuleOutput run_module(const std::string& path, const ModuleSteps& steps, std::size_t bytes_max);

}  // namespace albireo::console
