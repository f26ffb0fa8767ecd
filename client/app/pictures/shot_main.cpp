// albireo-shot: pictures of games without a display: stills, films, debug views, timings.
#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "client/app/pictures/film.hpp"
#include "client/app/pictures/pictures.hpp"
#include "client/app/pictures/timing.hpp"
#include "client/render/quality.hpp"
#include "console/arguments.hpp"
#include "console/run_program.hpp"
#include "sim/snapshot.hpp"

namespace {

using namespace albireo;

constexpr std::uint32_t kBeforeTicks = 900, kAfterTicks = 300;  // of a film with --climax

constexpr std::array<const char*, 4> kPalettes = {"standard", "deuteranopia", "protanopia", "tritanopia"};
static_assert(kPalettes.size() == static_cast<std::size_t>(scene::Palette::count));

struct Wanted {
    std::string level = "the_cut", replay, size = "1280x720", frames, raw, sound, look, theme = "standard",
                palette = "standard", assets, looks, pictures, only;
    std::vector<std::uint32_t> ticks;
    std::uint32_t from = 0, until = 0, every = 1, seed = 1;
    int samples = 4, skill = 9, timed_frames = 40;
    std::string quality, graphics = "auto";
    bool shapes = false, timing = false, quick = false, climax = false, null_device = false;
};

render::Options options_of(const Wanted& wanted) {
    render::Options options;
    if (!app::parse_size(wanted.size, options.width, options.height)) {
        throw app::PictureError{"--size " + wanted.size +
                                ": expected WIDTHxHEIGHT, each from 16 to 8192, such as 1280x720"};
    }
    if (const auto tier = render::tier_named(wanted.quality)) {
        render::apply(render::quality_of(*tier), options);
        return options;
    }
    options.samples = wanted.samples;
    if (wanted.quick) {
        options.samples = 1;
        options.occlusion_divisor = 2;
    }
    return options;
}

void show(const Wanted& wanted, const models::Looks& looks) {
    const auto begin = [&] {
        return wanted.replay.empty() ? app::show_level(wanted.level, {.seed = wanted.seed, .skill = wanted.skill, .looks = looks.book})
                                     : app::show_replay(wanted.replay);
    };
    app::FilmDef def;
    def.setup = {.options = options_of(wanted), .quality = {}, .assets = wanted.assets, .null_device = wanted.null_device, .looks = looks, .graphics = gpu::graphics_named(wanted.graphics)};
    def.visuals.theme = wanted.theme == "classic" ? scene::HudTheme::classic : scene::HudTheme::standard;
    const auto known = std::find(kPalettes.begin(), kPalettes.end(), wanted.palette);
    def.visuals.palette = static_cast<scene::Palette>(known - kPalettes.begin());
    def.folder = wanted.frames;
    def.raw = wanted.raw;
    def.sound = wanted.sound;
    def.ticks = wanted.ticks;
    def.from = wanted.from;
    def.until = wanted.until;
    def.every = wanted.every;
    def.pass = wanted.look;
    def.shapes = wanted.shapes;
    if (wanted.climax) {
        const std::uint32_t middle = app::climax_of(*begin());
        def.from = middle > kBeforeTicks ? middle - kBeforeTicks : 1;
        def.until = def.from + kBeforeTicks + kAfterTicks - 1;
    }
    std::cerr << app::film(*begin(), def).text() << '\n';
}

int run(int argc, char** argv) {
    Wanted wanted;
    console::Arguments line{"Pictures of Albireo without a display: a level played by two autopilots, or a replay.",
                            "albireo-shot"};
    line.set_version("albireo-shot " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    line.add_option("--level", wanted.level, "built-in level, or the path of a .lua script");
    line.add_option("--replay", wanted.replay, "replay file, instead of a level");
    line.add_option("--seed", wanted.seed, "random seed of the autopilots' game");
    line.add_option("--skill", wanted.skill, "skill of the autopilots, 0 to 9")->range(0, 9);
    line.add_option("--size", wanted.size, "WIDTHxHEIGHT");
    line.add_option("--frames", wanted.frames, "folder for PNG files");
    line.add_option("--ticks", wanted.ticks, "draw only these ticks, such as 600,1200")->separated_by(',');
    line.add_option("--from", wanted.from, "first tick that is drawn");
    line.add_option("--until", wanted.until, "last tick");
    line.add_flag("--climax", wanted.climax, "the 15 seconds before the last boss dies, and 5 after (or the last 20)");
    line.add_option("--every", wanted.every, "draw every N-th tick")->range(1, 100'000);
    line.add_option("--raw", wanted.raw, "a file for raw RGBA pictures (ffmpeg -f rawvideo -pix_fmt rgba); - is stdout");
    line.add_option("--sound", wanted.sound, "a .wav file for the sound from the first picture to the last");
    line.add_option("--look", wanted.look, "show a pass's buffer instead of the picture");
    line.add_flag("--shapes", wanted.shapes, "draw hitboxes, bounds and paths");
    line.add_option("--theme", wanted.theme, "theme of the HUD")->one_of({"standard", "classic"});
    line.add_option("--palette", wanted.palette, "colours of fire: standard, deuteranopia, protanopia or tritanopia")
        ->one_of({kPalettes.begin(), kPalettes.end()});
    line.add_option("--samples", wanted.samples, "MSAA samples per pixel")->one_of({"1", "2", "4", "8"});
    line.add_flag("--quick", wanted.quick, "settings of a machine without a GPU: one sample, occlusion at half size");
    line.add_option("--quality", wanted.quality, "low, medium or high, instead of --samples and --quick")
        ->one_of({render::kTierNames.begin(), render::kTierNames.end()});
    line.add_option("--graphics", wanted.graphics, "full: OpenGL 4.5; portable: 3.3; es: OpenGL ES 3.0; auto: the first of these that works here")
        ->one_of({gpu::kGraphicsNames.begin(), gpu::kGraphicsNames.end()});
    line.add_option("--assets", wanted.assets, "folder of shaders and textures, instead of the built-in ones");
    line.add_option("--looks", wanted.looks, "folder of looks to add to the game's own; a level script's own looks are in looks/ beside it");
    line.add_flag("--null", wanted.null_device, "do everything except the drawing, without OpenGL");
    line.add_option("--pictures", wanted.pictures, "make the stills of docs/pictures.md in this folder");
    line.add_option("--only", wanted.only, "with --pictures or --timing: only stills or scenes with this in their names");
    line.add_flag("--timing", wanted.timing, "measure pictures and passes; prints JSON");
    line.add_option("--timed-frames", wanted.timed_frames, "pictures that --timing measures")->range(4, 10'000);
    if (const int code = line.parse(argc, argv); code >= 0) return code;
    try {
        const models::Looks looks = app::looks_in(wanted.looks.empty() ? models::look_folder_of(wanted.level) : wanted.looks);
        if (wanted.timing) {
            app::TimingDef def{.level = wanted.level,
                               .options = options_of(wanted),
                               .assets = wanted.assets,
                               .graphics = gpu::graphics_named(wanted.graphics),
                               .frames = wanted.timed_frames,
                               .only = wanted.only};
            def.typical_only = wanted.quick;
            std::cout << app::time_frames(def).dump(1) << '\n';
        } else if (!wanted.pictures.empty()) {
            app::make_pictures({.folder = wanted.pictures,
                                .only = wanted.only,
                                .assets = wanted.assets,
                                .graphics = gpu::graphics_named(wanted.graphics),
                                .options = options_of(wanted),
                                .null_device = wanted.null_device});
        } else if (wanted.frames.empty() && wanted.raw.empty()) {
            throw app::PictureError{"no output: use --frames DIR or --raw -"};
        } else {
            show(wanted, looks);
        }
    } catch (const app::PictureError& error) {
        std::cerr << "albireo-shot: " << error.text << '\n';
        return error.exit_code;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-shot", [&] { return run(argc, argv); });
}
