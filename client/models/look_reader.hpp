/// Reads look files: Lua scripts that sculpt shapes and assign them to kinds. client/models/README.md lists their words.
/// 1. The text is untrusted. It runs in the sandbox of the level scripts, and nothing that it declares can exceed
///    LookLimits, be infinite or NaN, or take unbounded time to sculpt.
/// 2. A fault is one line: file, line, word, what was expected. A book is returned whole or not at all.
/// 3. Each file has its own interpreter; the order of the files does not matter.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "client/models/look_book.hpp"

namespace albireo::models {

struct LookLimits {
    static constexpr std::size_t kFiles = 64;
    static constexpr std::size_t kFileBytes = 1 << 16;
    static constexpr std::size_t kShapes = 256, kLooks = 256, kParts = 32, kOrgans = 64, kPlaceholders = 8;
    static constexpr std::size_t kNameBytes = 40;
    static constexpr int kSides = 12;        // of a trunk
    static constexpr std::size_t kRings = 32;  // of a trunk or a limb
    static constexpr int kTimes = 16;        // copies of a limb or an eye
    static constexpr float kPlaceMost = 4;   // of a coordinate or a half-width; half-widths are at least kWidthLeast
    static constexpr float kWidthLeast = 0.001F;
    static constexpr std::size_t kClips = 8, kTracks = 64, kKeys = 16, kReaches = 16;
    static constexpr float kRadiansMost = 1.6F;  // that a key turns a bone: further, its skin would fold over
    static constexpr float kWithinMost = 0.5F;   // that a reach moves its tip
    // Triangles: kTrianglesMax. Bones: kBonesMax.
};

struct LookFile {
    std::string name;  // "hornet.lua", perhaps with its folder before it
    std::string text;
};

struct LooksRead {
    std::shared_ptr<const LookBook> book;  // null if there is an error
    std::string error;
};

/// The game's own looks with these files. A file replaces the built-in file of the same name, and a shape, look or
/// organ that it declares replaces the built-in one of the same name.
LooksRead read_looks(std::span<const LookFile> files);

/// The looks of the game: the files of looks/, which are embedded in the program. Read once.
std::shared_ptr<const LookBook> builtin_looks();
std::span<const LookFile> builtin_look_files();

}  // namespace albireo::models
