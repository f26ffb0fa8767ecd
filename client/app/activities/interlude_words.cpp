#include "client/app/activities/interlude_words.hpp"

#include <algorithm>
#include <span>

#include "client/words/words.hpp"

namespace albireo::app {
namespace {

enum class Who : std::int8_t { nobody = -1, gold, blue };

struct Words {
    float from = 0, until = 0;  // seconds
    const char* text = "";      // empty: the name of `who`
    float y = 0.86F;
    bool is_large = false;
    Who who = Who::nobody;
};

constexpr Words kIntro[] = {
    {1.5F, 5.5F, mark("Two stars, so close that they share one name: Albireo.")},
    {6.0F, 10.0F, mark("Each sent out a spark.")},
    {10.5F, 14.0F, mark("The sparks became two ships, and the ships became friends.")},
    {14.5F, 18.5F, mark("Below them, under a canyon and a sea, something has begun to breathe.")},
    {19.0F, 23.0F, mark("Fly down together and stop it.")},
};

constexpr Words kEnding[] = {
    {2.0F, 6.5F, mark("Dawn.")},
    {7.5F, 12.0F, mark("What breathed under the sea breathes no more.")},
    {12.5F, 17.0F, mark("The hive goes down, and the water closes over it.")},
    {18.5F, 23.0F, mark("Only the way home is left.")},
    {24.0F, 30.0F, "ALBIREO", 0.13F, true},
    {24.5F, 30.0F, mark("two ships, one sky"), 0.21F},
    {30.5F, 34.5F, mark("flown by"), 0.76F},
    {30.5F, 34.5F, "", 0.83F, false, Who::gold},
    {30.5F, 34.5F, "", 0.90F, false, Who::blue},
    {35.0F, 38.8F, mark("Made by the Albireo authors, with the work of many others."), 0.80F},
    {35.0F, 38.8F, "ENet · Protocol Buffers · Asio · libsodium · Lua · zstd · xxHash · OpenAL Soft · GLFW · Dear ImGui · FreeType · HarfBuzz · FriBidi · Mesa", 0.855F},
    {35.0F, 38.8F, mark("Thank you for playing."), 0.92F},
};

constexpr float kFade = 0.6F;  // seconds, at either end

}  // namespace

std::vector<Notice::Caption> captions_of(scene::Interlude::Kind kind, float seconds,
                                         const std::array<std::string, 2>& names) {
    const bool is_intro = kind == scene::Interlude::Kind::intro;
    std::vector<Notice::Caption> captions;
    for (const Words& line : is_intro ? std::span<const Words>(kIntro) : std::span<const Words>(kEnding)) {
        const float strength = std::clamp(std::min(seconds - line.from, line.until - seconds) / kFade, 0.0F, 1.0F);
        if (strength <= 0) continue;
        const int slot = static_cast<int>(line.who);
        captions.push_back({.text = slot >= 0 ? names[static_cast<std::size_t>(slot)] : translated(line.text),
                            .y = line.y,
                            .is_large = line.is_large,
                            .slot = slot,
                            .strength = strength});
    }
    return captions;
}

}  // namespace albireo::app
