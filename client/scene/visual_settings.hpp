#pragma once
/// A player's choices for the picture. The owner of a view sets them there, at any time; the stage and the renderer
/// apply them from the next frame on. They may differ between players: none of them is part of the game.
#include <cstdint>

namespace albireo::scene {

/// *standard* has player one along the top and player two along the bottom, mirrored, each with the lives at the far
/// end; *classic* has both along the top, with the lives before the bars.
enum class HudTheme : std::uint8_t { standard, classic };

/// The kind of colour vision for which the colours of fire are chosen (palette.hpp).
enum class Palette : std::uint8_t { standard, deuteranopia, protanopia, tritanopia, count };

/// The upper limit of View::flash in each channel, before VisualSettings::flashes is applied: the flash of a boss's death.
/// Reduced flashes are kReducedFlashes of that.
inline constexpr float kFlashMax = 0.16F;
inline constexpr float kReducedFlashes = 0.2F;

struct VisualSettings {
    HudTheme theme = HudTheme::standard;
    Palette palette = Palette::standard;
    float own_shot_opacity = 1;  // of the player's own shots: 0.2 … 1
    float background_dim = 0;    // of rock and sky: 0 … 1
    float flashes = 1;           // flashes of the whole picture, its borders and struck enemies: 0 none … 1 all
    float shake = 1;             // 0 none … 1 all
    float hud_scale = 1;         // 0.75 … 1.5
    float brightness = 1;        // of the finished picture's middle tones: 0.7 … 1.4; black and white are unchanged
};

}  // namespace albireo::scene
