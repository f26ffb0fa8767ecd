#pragma once
/// The table of the server's options, and where their values come from: the command line, then the configuration file, then
/// the defaults of Config.
///
/// 1. One row of the table is a flag, a key of the file, and a line of --help and of the manual page.
/// 2. A wrong value gives one line that names the flag, or the file, line and key.
/// 3. A reload changes only rows that say so. A file with an error changes nothing.
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "server/config.hpp"

namespace albireo::server {

struct Option {
    using Place = std::variant<std::string Config::*, std::uint16_t Config::*, std::uint32_t Config::*, bool Config::*,
                               std::vector<std::string> Config::*>;
    enum class Applies : std::uint8_t { at_start, on_reload };

    std::string name;  // "port": the flag --port, and the key of the file
    Place place;
    std::string help;
    Applies applies = Applies::at_start;
    double least = 0, most = 0;          // of a number
    std::vector<std::string> words{};    // the valid values of a text; empty: any text
    bool is_folder = false;              // a text that must name an existing folder
};

/// All rows, in the order of --help.
std::span<const Option> options();

/// Reads a configuration file (TOML) into `config`. `keys` becomes the keys that the file has. Returns an empty string, or one
/// line with the error.
std::string read_config_file(const std::string& path, std::span<const Option> rows, Config& config, std::set<std::string>& keys);

class Settings {
  public:
    /// Parses the command line, and the file that it names. Returns false, with `exit_code` set, after it has printed an error,
    /// --help or the result of --check-config.
    bool parse(int argc, char** argv, int& exit_code);
    const Config& config() const { return config_; }

    struct Reload {
        std::string fault;                 // why nothing has changed; empty: it was read
        std::vector<std::string> changed;  // names of options
        std::vector<std::string> ignored;  // changed in the file, but they need a restart
    };
    /// Reads the file again.
    Reload reload();
    bool has_file() const { return !path_.empty(); }

    /// After parse(): `albireo-server admin WORDS…` was given.
    bool is_client() const { return is_client_; }
    const std::vector<std::string>& client_words() const { return client_words_; }
    /// After parse(): --fingerprint was given.
    bool wants_fingerprint() const { return wants_fingerprint_; }

  private:
    std::string combine(Config& config) const;

    Config flags_;
    std::set<std::string> given_;  // options on the command line
    std::string path_;             // of the file; empty: none
    Config config_;
    bool is_client_ = false;
    bool wants_fingerprint_ = false;
    std::vector<std::string> client_words_;
};

}  // namespace albireo::server
