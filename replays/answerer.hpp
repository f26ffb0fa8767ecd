#pragma once
/// Whoever answers the questions of CoreAnswers about one recording, and what is read in the answers. They are untrusted text.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "replays/verify.hpp"

namespace albireo::replays {

/// A core, or another program, that answers questions about one recording (CoreAnswers::ask).
class Answerer {
  public:
    Answerer() = default;
    virtual ~Answerer() = default;
    Answerer(const Answerer&) = delete;
    Answerer& operator=(const Answerer&) = delete;

    /// Fills in the whole answer. Returns an empty string, or why there is none.
    virtual std::string ask(const std::string& question, std::string& answer) = 0;
};

/// Calls each(line) for the lines of an answer that are not empty.
template <class Each>
void for_each_line(std::string_view text, Each&& each) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (!line.empty()) each(line);
    }
}

/// The verdict in the answer to "verify", and whether all of the recording was played. Nothing if it is no such answer.
struct AnsweredVerdict {
    Verdict verdict;
    bool whole = true;
};
std::optional<AnsweredVerdict> verdict_of(std::string_view answer);

/// The fields in the answer to "dump".
struct DumpedField {
    std::string_view path;
    std::int64_t value = 0;
    std::string_view words;  // what the value means, or nothing
};
/// False if the line names no field.
bool read_field(std::string_view line, DumpedField& field);

}  // namespace albireo::replays
