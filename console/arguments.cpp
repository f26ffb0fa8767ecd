#include "console/arguments.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iostream>
#include <limits>

namespace albireo::console {
namespace {

/// "65535", "0.05", "1e+06": the shortest text that reads back as the same number.
template <class Number>
std::string text_of(Number value) {
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), value);
    return {text, end.ptr};
}

/// A bound of a range: "1000000" rather than "1e+06".
std::string bound_text(double bound) {
    return std::abs(bound) < 1e15 && bound == std::floor(bound) ? text_of(static_cast<long long>(bound)) : text_of(bound);
}

bool is_name(const std::string& word) {
    return !word.empty() && word[0] != '-';
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace

// ---- options

Option* Option::required() {
    option_->required();
    return this;
}

Option* Option::shows_default() {
    option_->default_str(default_);
    return this;
}

Option* Option::excludes(Option* other) {
    option_->excludes(other->option_);
    return this;
}

Option* Option::needs(Option* other) {
    option_->needs(other->option_);
    return this;
}

Option* Option::range(double least, double most) {
    least_ = least;
    most_ = most;
    option_->type_name(bound_text(least) + ".." + bound_text(most));
    return this;
}

Option* Option::one_of(std::vector<std::string> words) {
    const auto check = [words = std::move(words)](const std::string& given) {
        const bool known = std::find(words.begin(), words.end(), given) != words.end();
        return known ? std::string() : "expected one of " + joined(words) + ", not '" + given + "'";
    };
    option_->check(CLI::Validator(check, ""));
    return this;
}

Option* Option::existing_directory() {
    option_->check(CLI::ExistingDirectory);
    return this;
}

Option* Option::takes(int count) {
    if (count < 0) {
        option_->expected(1, CLI::detail::expected_max_vector_size);
    } else {
        option_->expected(count);
    }
    return this;
}

Option* Option::one_each_time() {
    option_->allow_extra_args(false);
    return this;
}

Option* Option::separated_by(char separator) {
    option_->delimiter(separator);
    return this;
}

bool Option::given() const {
    return option_->count() > 0;
}

// ---- arguments

Arguments::Arguments(const std::string& what, const std::string& program)
    : own_(std::make_unique<CLI::App>(what, program)), app_(own_.get()) {}

Arguments::Arguments(CLI::App* command) : app_(command) {}

Arguments::~Arguments() = default;

void Arguments::set_version(const std::string& text) {
    app_->set_version_flag("--version", text, "print the version and exit");
}

Option* Arguments::keep(CLI::Option* option) {
    options_.push_back(std::make_unique<Option>());
    options_.back()->option_ = option;
    return options_.back().get();
}

Option* Arguments::add_option(const std::string& name, std::string& value, const std::string& what) {
    Option* option = keep(app_->add_option(name, value, what));
    option->default_ = value;
    return option;
}

Option* Arguments::add_option(const std::string& name, std::vector<std::string>& values, const std::string& what) {
    return keep(app_->add_option(name, values, what));
}

Option* Arguments::add_flag(const std::string& name, bool& value, const std::string& what) {
    return keep(app_->add_flag(name, value, what));
}

/// `store` is called with each number given.
template <class Number, class Store>
Option* Arguments::add_number(const std::string& name, const std::string& what, Store store) {
    Option* option = keep(nullptr);
    option->is_whole_ = std::is_integral_v<Number>;
    option->least_ = static_cast<double>(std::numeric_limits<Number>::lowest());
    option->most_ = static_cast<double>(std::numeric_limits<Number>::max());
    const CLI::callback_t read = [option, store](const CLI::results_t& texts) {
        for (const std::string& text : texts) {
            Number value{};
            const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool is_number = end.ec == std::errc{} && end.ptr == text.data() + text.size();
            const auto real = static_cast<double>(value);
            if (is_number && std::isfinite(real) && real >= option->least_ && real <= option->most_) {
                store(value);
                continue;
            }
            const bool open = option->most_ >= 0x1p63;  // only the type bounds it
            throw CLI::ValidationError(
                option->option_->get_name(),
                std::string(option->is_whole_ ? "expected a whole number" : "expected a number") +
                    (open ? ""
                          : " from " + bound_text(option->least_) + " to " +
                                bound_text(option->most_)) +
                    ", not '" + text + "'");
        }
        return true;
    };
    option->option_ = app_->add_option(name, read, what);
    option->option_->type_name("NUMBER");
    return option;
}

Option* Arguments::add_option(const std::string& name, std::uint16_t& value, const std::string& what) {
    Option* option = add_number<std::uint16_t>(name, what, [&value](std::uint16_t given) { value = given; });
    option->default_ = text_of(value);
    return option->range(0, std::numeric_limits<std::uint16_t>::max());
}

Option* Arguments::add_option(const std::string& name, std::uint32_t& value, const std::string& what) {
    Option* option = add_number<std::uint32_t>(name, what, [&value](std::uint32_t given) { value = given; });
    option->default_ = text_of(value);
    return option;
}

Option* Arguments::add_option(const std::string& name, std::uint64_t& value, const std::string& what) {
    Option* option = add_number<std::uint64_t>(name, what, [&value](std::uint64_t given) { value = given; });
    option->default_ = text_of(value);
    return option;
}

Option* Arguments::add_option(const std::string& name, int& value, const std::string& what) {
    Option* option = add_number<int>(name, what, [&value](int given) { value = given; });
    option->default_ = text_of(value);
    return option;
}

Option* Arguments::add_option(const std::string& name, double& value, const std::string& what) {
    Option* option = add_number<double>(name, what, [&value](double given) { value = given; });
    option->default_ = text_of(value);
    return option;
}

Option* Arguments::add_option(const std::string& name, std::optional<double>& value, const std::string& what) {
    return add_number<double>(name, what, [&value](double given) { value = given; });
}

Option* Arguments::add_option(const std::string& name, std::vector<std::uint32_t>& values, const std::string& what) {
    return add_number<std::uint32_t>(name, what, [&values](std::uint32_t given) { values.push_back(given); })->takes(-1);
}

// ---- commands

Arguments* Arguments::add_command(const std::string& name, const std::string& what) {
    CLI::App* command = app_->add_subcommand(name, what);
    command->fallthrough();
    app_->require_subcommand(0, 1);
    commands_.push_back(std::unique_ptr<Arguments>(new Arguments(command)));
    return commands_.back().get();
}

void Arguments::require_command() {
    app_->require_subcommand(1);
}

bool Arguments::given() const {
    return app_->parsed();
}

// ---- parsing

int Arguments::parse(int argc, const char* const* argv) {
    try {
        app_->parse(argc, argv);
        return -1;
    } catch (const CLI::Success& done) {
        return app_->exit(done, std::cout, std::cerr);
    } catch (const CLI::ParseError& error) {
        return wrong(fault_of(error.what()));
    }
}

/// CLI11's error text, or a more specific one: the unknown argument, or the list of commands.
std::string Arguments::fault_of(const std::string& said) const {
    const std::vector<std::string> unknown = app_->remaining(true);
    if (commands_.empty() || !app_->get_subcommands().empty()) {
        return unknown.empty() ? said : "unknown argument '" + unknown[0] + "'";
    }
    std::vector<std::string> names;
    for (const auto& command : commands_) names.push_back(command->app_->get_name());
    if (unknown.empty()) return said.starts_with("A subcommand") ? "expected a command: " + joined(names) : said;
    return is_name(unknown[0]) ? "unknown command '" + unknown[0] + "'; the commands are " + joined(names)
                               : "unknown argument '" + unknown[0] + "'";
}

int Arguments::wrong(const std::string& text) const {
    std::cerr << app_->get_name() << ": " << text << " (see --help)\n";
    return 2;
}

}  // namespace albireo::console
