#pragma once
/// Speaks lines through speech-dispatcher, by its program `spd-say`. Owned by the program that has something to say.
///
/// 1. No call waits. A line is spoken by a process of its own, one at a time; meanwhile only the newest line is kept.
/// 2. A line is never an option or a command: there is no shell, and `--` comes before the line.
/// 3. Without `spd-say` on the PATH nothing is spoken.
#include <string>

#include "platform/child_process.hpp"

namespace albireo::platform {

class Speaker {
  public:
    /// Looks for `spd-say` on the PATH, once. Empty parts of the PATH are ignored.
    Speaker();
    Speaker(const Speaker&) = delete;
    Speaker& operator=(const Speaker&) = delete;

    bool has_voice() const { return !program_.empty(); }
    /// `language`: a code such as "de"; empty: speech-dispatcher's own.
    void say(const std::string& line, const std::string& language);
    /// Call once per frame: starts the line that waits, when its turn has come.
    void advance();

  private:
    void start(const std::string& line, const std::string& language);

    std::string program_;
    ChildProcess speaking_;
    std::string waiting_, waiting_language_;
};

}  // namespace albireo::platform
