#pragma once
/// A SampleBoard in a file that both bots of a game on one machine map: their steady clock is the same one.
#include <memory>
#include <string>

#include "client/net/net_figures.hpp"

namespace albireo::bot {

/// Null and a reason in `error` if the file cannot be made or mapped.
std::unique_ptr<client::SampleBoard> open_sample_file(const std::string& path, std::string& error);

}  // namespace albireo::bot
