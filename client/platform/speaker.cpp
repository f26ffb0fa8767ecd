#include "client/platform/speaker.hpp"

#include <utility>
#include <vector>

namespace albireo::platform {

Speaker::Speaker() : program_(find_program("spd-say")) {}

void Speaker::say(const std::string& line, const std::string& language) {
    if (program_.empty() || line.empty()) return;
    waiting_ = line;
    waiting_language_ = language;
    advance();
}

void Speaker::advance() {
    if (speaking_.is_running()) return;
    if (!waiting_.empty()) start(std::exchange(waiting_, {}), waiting_language_);
}

void Speaker::start(const std::string& line, const std::string& language) {
    std::vector<std::string> words = {program_};
    if (!language.empty()) words.insert(words.end(), {"-l", language});
    words.insert(words.end(), {"--", line});
    // What it prints would mix with our own lines.
    using Stream = ChildOptions::Stream;
    speaking_ = ChildProcess(words, {.in = Stream::nothing, .out = Stream::nothing, .err = Stream::nothing});
}

}  // namespace albireo::platform
