#pragma once
/// A SampleBoard in a file that both bots of a game on one machine map into memory. Both use the machine's steady
/// clock.
#include <memory>
#include <string>

#include "client/net/net_figures.hpp"

namespace albireo::bot {

/// Returns null and a reason in `error` if the file cannot be created or mapped.
std::unique_ptr<client::SampleBoard> open_sample_file(const std::string& path, std::string& error);

}  // namespace albireo::bot
