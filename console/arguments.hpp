#pragma once
/// A program's command line: its options, flags, positional arguments and commands.
///
/// A thin wrapper around CLI11. A file that includes CLI11 takes ten seconds to compile, so only arguments.cpp does.
/// 1. The variables passed to add_option() and add_flag() must outlive the Arguments; their values are the defaults.
/// 2. A number is finite and within its range; the range of an integer option is at most that of its type.
/// 3. An Option* or Arguments* that a function here returns lives as long as the Arguments.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace albireo::console {

/// One option or flag. Each function returns the option itself, so that calls can be chained.
class Option {
  public:
    Option* required();
    /// Makes --help show the variable's current value as the default.
    Option* shows_default();
    /// It is an error to give both this option and `other`.
    Option* excludes(Option* other);
    /// It is an error to give this option without `other`.
    Option* needs(Option* other);
    /// A number from `least` to `most`, both included.
    Option* range(double least, double most);
    /// The value must be one of these words.
    Option* one_of(std::vector<std::string> words);
    /// The value must be the path of an existing directory.
    Option* existing_directory();
    /// A list takes exactly `count` values; −1: one or more.
    Option* takes(int count);
    /// A list may be given several times, with one value each time.
    Option* one_each_time();
    /// A list may also be written as one value, such as 1,2,3.
    Option* separated_by(char separator);
    /// After parse(): whether the command line contains the option.
    bool given() const;

  private:
    friend class Arguments;
    CLI::Option* option_ = nullptr;
    double least_ = 0, most_ = 0;
    bool is_whole_ = false;
    std::string default_;
};

class Arguments {
  public:
    /// `what`: the first line of --help. `program`: the name that begins every error line.
    Arguments(const std::string& what, const std::string& program);
    ~Arguments();
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    /// Adds --version, which prints `text`.
    void set_version(const std::string& text);

    /// `name`: for example "--port" or "-o,--output". A name without dashes, such as "FILE", is a positional argument.
    Option* add_option(const std::string& name, std::string& value, const std::string& what);
    Option* add_option(const std::string& name, std::vector<std::string>& values, const std::string& what);
    Option* add_option(const std::string& name, std::uint16_t& value, const std::string& what);
    Option* add_option(const std::string& name, std::uint32_t& value, const std::string& what);
    Option* add_option(const std::string& name, std::uint64_t& value, const std::string& what);
    Option* add_option(const std::string& name, int& value, const std::string& what);
    Option* add_option(const std::string& name, double& value, const std::string& what);
    Option* add_option(const std::string& name, std::optional<double>& value, const std::string& what);
    Option* add_option(const std::string& name, std::vector<std::uint32_t>& values, const std::string& what);
    Option* add_flag(const std::string& name, bool& value, const std::string& what);

    /// Adds a command, such as "verify", with its own options. The program's options may also follow the command.
    Arguments* add_command(const std::string& name, const std::string& what);
    /// Makes it an error if the command line has none of the commands.
    void require_command();
    /// After parse(): whether this command was given.
    bool given() const;

    /// Parses the command line. Returns −1 if the program should continue. Otherwise the help, the version or an error
    /// has been printed, and the result is the exit code: 0 or 2.
    int parse(int argc, const char* const* argv);
    /// Prints "PROGRAM: text (see --help)" on stderr and returns the exit code of bad usage, 2.
    int wrong(const std::string& text) const;

  private:
    explicit Arguments(CLI::App* command);
    Option* keep(CLI::Option* option);
    template <class Number, class Store>
    Option* add_number(const std::string& name, const std::string& what, Store store);
    std::string fault_of(const std::string& said) const;

    std::unique_ptr<CLI::App> own_;  // null: a command, which its program owns
    CLI::App* app_;
    std::vector<std::unique_ptr<Option>> options_;
    std::vector<std::unique_ptr<Arguments>> commands_;
};

}  // namespace albireo::console
