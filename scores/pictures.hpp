#pragma once
/// A picture of the best moment of each of the first 100 runs of every board, drawn by albireo-shot in a process of its own: nothing here links the renderer.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scores/entry/catalogue.hpp"
#include "scores/store.hpp"

namespace albireo::scores {

inline constexpr std::size_t kPictureBytesMax = 512 << 10;
inline constexpr int kPictureWidth = 480, kPictureHeight = 270;

/// The PNG of a run's recording at its best tick, or an empty text and why there is none.
using Painter = std::function<std::string(std::span<const std::uint8_t> recording, std::uint32_t tick, std::string& png)>;
/// Runs this program, a path or a name in PATH, with the arguments of albireo-shot.
Painter painter_by(const std::string& program);
/// Empty if that program can be run and is of this version's core, else why not.
std::string painter_fault(const std::string& program);

struct Painted {
    std::uint64_t drawn = 0, kept = 0, dropped = 0;  // dropped: of runs that are no longer among the first
    std::uint64_t left_out = 0;                      // for lack of room
    std::vector<std::string> faults{};               // a line for each run without a picture
};
struct PaintOptions {
    std::optional<std::uint64_t> bytes_max{};  // of recordings and pictures; the bound of the service holds, too (Store::bytes_max)
    std::size_t faults_max = 20;               // stops after so many failures in a row
};
/// Draws those that are missing among the first runs of each board, this core's only, and drops the pictures of all other runs. A picture is stored as soon as
/// it is drawn, if room for another recording is left then.
Painted paint_boards(const Catalogue& catalogue, Store& store, const Painter& paint, const PaintOptions& options = {});

}  // namespace albireo::scores
