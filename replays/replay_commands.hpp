#pragma once
/// What albireo-replay can do. Each command fills a JSON object, says the same in words through spdlog, and returns the
/// exit code: 0 done, 1 the thing checked is not so, 2 bad usage or bad input.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replays/reader.hpp"

namespace albireo::replays {

enum ExitCode : int { kDone = 0, kNotSo = 1, kBadInput = 2 };

struct CommandOptions {
    std::vector<std::string> files;
    Partial partial = Partial::refuse;
    bool json = false;  // listings go to stdout as text unless the object does
    std::uint32_t every = kTicksPerSecond;
    std::uint32_t tick = 0;
    std::string field;  // a path, or what paths begin with
    std::uint32_t from = 0, to = ~std::uint32_t{0};
    std::string output;
    bool replace = false;  // an output file that exists
    std::string with;           // diff: another albireo-replay
    std::string when;           // bisect
    std::string after;          // dump: a system of the step
    std::string replay_output;  // desync
    std::string program;        // console::program_text() of this one, for what it records itself
};

/// Says what is wrong with what was given, and returns kBadInput.
int bad_input(const std::string& fault, nlohmann::json& out);
/// Writes a file that the command was asked for, whole or not at all. Returns an empty string, or why it could not.
std::string write_output(const CommandOptions& options, const std::string& path, std::span<const std::uint8_t> bytes);
/// Opens the only file of a command; says what is wrong if it cannot.
bool open(const CommandOptions& options, Replay& replay, nlohmann::json& out);

int info(const CommandOptions& options, nlohmann::json& out);
int verify_files(const CommandOptions& options, nlohmann::json& out);
int list_digests(const CommandOptions& options, nlohmann::json& out);
int dump(const CommandOptions& options, nlohmann::json& out);
int trim(const CommandOptions& options, nlohmann::json& out);
int upgrade(const CommandOptions& options, nlohmann::json& out);

// In replay_hunt.cpp.
int diff(const CommandOptions& options, nlohmann::json& out);
int trace(const CommandOptions& options, nlohmann::json& out);
int bisect(const CommandOptions& options, nlohmann::json& out);
int desync(const CommandOptions& options, nlohmann::json& out);

}  // namespace albireo::replays
