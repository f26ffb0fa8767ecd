#include "tests/tidy/source.hpp"

#include <regex>

namespace albireo::tidy {
namespace {

/// Copies text with blanks for omitted parts. Line ends stay, so lines keep their numbers.
class Eraser {
  public:
    explicit Eraser(std::string_view text) : text_(text) {}

    std::string erase(bool quotes_too) {
        quotes_too_ = quotes_too;
        while (at_ < text_.size()) {
            if (starts("//")) {
                blank_until("\n", false);
            } else if (starts("/*")) {
                blank_until("*/", true);
            } else if (starts("R\"")) {
                const std::size_t open = text_.find('(', at_);
                const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
                quoted_until(end, 2);
            } else if (text_[at_] == '"' || (text_[at_] == '\'' && !follows_digit())) {
                quoted_until(std::string(1, text_[at_]), 1);
            } else {
                out_ += text_[at_++];
            }
        }
        return std::move(out_);
    }

  private:
    bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
    bool follows_digit() const {  // 1'000 is a number, not the start of a character literal
        return at_ > 0 && std::isxdigit(static_cast<unsigned char>(text_[at_ - 1])) != 0;
    }
    void blank() {
        out_ += text_[at_] == '\n' ? '\n' : ' ';
        ++at_;
    }
    void blank_until(std::string_view end, bool with_end) {
        while (at_ < text_.size() && !starts(end)) blank();
        for (std::size_t i = 0; with_end && i < end.size() && at_ < text_.size(); ++i) blank();
    }
    void put(bool keep) {
        if (keep) {
            out_ += text_[at_++];
        } else {
            blank();
        }
    }
    void quoted_until(const std::string& end, std::size_t skip) {
        for (std::size_t i = 0; i < skip && at_ < text_.size(); ++i) put(!quotes_too_);
        while (at_ < text_.size() && !starts(end)) {
            if (text_[at_] == '\n' && end.size() == 1) return;  // an unterminated quote ends with its line
            if (text_[at_] == '\\' && end.size() == 1 && at_ + 1 < text_.size()) put(!quotes_too_);
            put(!quotes_too_);
        }
        for (std::size_t i = 0; i < end.size() && at_ < text_.size(); ++i) put(!quotes_too_);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool quotes_too_ = false;
    std::string out_;
};

}  // namespace

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        if (end == text.npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

Source::Source(std::string_view file, std::string_view text)
    : path(file), lines(split_lines(Eraser(text).erase(false))), code(split_lines(Eraser(text).erase(true))) {}

std::vector<Include> includes_of(const Source& source) {
    static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
    std::vector<Include> includes;
    std::smatch match;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
        if (std::regex_search(source.lines[i], match, include)) includes.push_back({i + 1, match[1] == "<", match[2]});
    }
    return includes;
}

}  // namespace albireo::tidy
