#include "client/app/replay_round.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "client/app/shapes.hpp"
#include "replays/text.hpp"

namespace albireo::app {

using platform::Key;
using platform::PadButton;

namespace {

constexpr Micros kTellFor = 4 * proto::kMicrosPerSecond;
constexpr std::int64_t kNear = 5 * kTicksPerSecond, kFar = 30 * kTicksPerSecond;

}  // namespace

ReplayRound::ReplayRound(std::unique_ptr<replays::Replay> replay, const std::string& path, Setup setup)
    : setup_(std::move(setup)), theatre_(std::move(replay), path) {
    if (setup_.taken.picture != nullptr) {
        scene::StageOptions options = setup_.taken.stage;
        options.names = theatre_.replay().recording.header.names;
        const Level& level = theatre_.level();
        stage_ = std::make_unique<scene::Stage>(level, setup_.taken.picture->dress(level), std::move(options));
    }
    theatre_.on_tick = [this](const World& before, const World& now, auto effects) {
        if (stage_) stage_->tick(before, now, effects);
        hear(effects, theatre_.level());
    };
    theatre_.on_jump = [this] {
        if (stage_) stage_->reset();
        be_still();
        jumped_ = true;
    };
    for (const std::string& fault : theatre_.bookmark_faults()) tell(fault);
}

void ReplayRound::tell(std::string line, bool fault) {
    told_ = std::move(line);
    told_fault_ = fault;
    told_until_ = now_ + kTellFor;
}

void ReplayRound::advance(const platform::Input& input, Micros now) {
    const double passed = last_ < 0 ? 0 : static_cast<double>(now - last_) / 1e6;
    last_ = now_ = now;
    shoot_film();
    take_keys(input);
    take_pads(input);
    if (mode_ == Mode::watching) drag(input);
    if (camera_ == nullptr) {
        theatre_.advance(mode_ == Mode::watching ? passed : 0);
    } else if (!theatre_.advance_film()) {
        end_film("");
    }
    theatre_.is_paused() || mode_ != Mode::watching ? be_still() : follow(theatre_.now());
}

/// A slow picture brings many keys at once: each is for whatever the one before it led to.
void ReplayRound::take_keys(const platform::Input& input) {
    const bool shift = input.is_held(Key::left_shift) || input.is_held(Key::right_shift);
    const auto write = [&](std::string_view text) { note_ += text.substr(0, Bookmarks::kNoteMax - note_.size()); };
    if (mode_ == Mode::noting) write(input.typed);
    for (const Key key : input.pressed) {
        switch (mode_) {
            case Mode::watching:
                press(key, shift);
                if (const auto b = input.typed.find_first_of("bB"); mode_ == Mode::noting && b != std::string::npos) {
                    write(std::string_view(input.typed).substr(b + 1));
                }
                break;
            case Mode::noting:
                press_noting(key);
                break;
            case Mode::taking:
                press_taking(key);
                break;
        }
    }
}

void ReplayRound::press(Key key, bool shift) {
    const std::int64_t here = theatre_.tick();
    switch (key) {
        case Key::space:
        case Key::p:
            return theatre_.toggle_pause();
        case Key::period:
            return theatre_.step(1);
        case Key::comma:
            return theatre_.step(-1);
        case Key::equal:
        case Key::pad_add:
        case Key::up:
            return theatre_.faster(1);
        case Key::minus:
        case Key::down:
            return theatre_.faster(-1);
        case Key::right:
            return theatre_.jump(here + kNear);
        case Key::left:
            return theatre_.jump(here - kNear);
        case Key::page_up:
            return theatre_.jump(here - kFar);
        case Key::page_down:
            return theatre_.jump(here + kFar);
        case Key::home:
            return theatre_.jump(theatre_.begin());
        case Key::end:
            return theatre_.jump(theatre_.end());
        case Key::n:
            return theatre_.jump_mark(shift ? -1 : 1);
        case Key::b: {
            const Bookmark* mark = theatre_.bookmarks().find(theatre_.tick());
            note_ = mark != nullptr ? mark->note : "";
            mode_ = Mode::noting;
            return;
        }
        case Key::erase:
        case Key::backspace:
            theatre_.bookmarks().remove(theatre_.tick());
            if (const std::string fault = theatre_.bookmarks().save(); !fault.empty()) tell(fault);
            return;
        case Key::h:
            if (stage_ == nullptr || setup_.taken.bodies == nullptr) return;
            return show_shapes(*stage_, *setup_.taken.bodies, theatre_.level(), !stage_->options().debug_shapes);
        case Key::i:
            inputs_shown_ = !inputs_shown_;
            return;
        case Key::f1:
            keys_shown_ = !keys_shown_;
            return;
        case Key::t:
            if (const std::string why = theatre_.cannot_take_over(); !why.empty()) return tell(why);
            mode_ = Mode::taking;
            choice_ = 0;
            return;
        case Key::e:
            return save_picture();
        case Key::f:
            return camera_ == nullptr ? begin_film() : end_film("");
        default:
            return;
    }
}

void ReplayRound::press_noting(Key key) {
    if (key == Key::backspace && !note_.empty()) note_.pop_back();
    if (key == Key::escape) mode_ = Mode::watching;
    if (key != Key::enter && key != Key::pad_enter) return;
    mode_ = Mode::watching;
    theatre_.bookmarks().put(theatre_.tick(), note_);
    const std::string fault = theatre_.bookmarks().save();
    tell(fault.empty() ? "kept in " + theatre_.path() + ".notes" : fault, !fault.empty());
}

void ReplayRound::press_taking(Key key) {
    const auto all = choices();
    if (key == Key::up) choice_ = (choice_ + all.size() - 1) % all.size();
    if (key == Key::down) choice_ = (choice_ + 1) % all.size();
    if (key == Key::escape || key == Key::t) mode_ = Mode::watching;
    if (key != Key::enter && key != Key::pad_enter) return;
    mode_ = Mode::watching;
    take_over(all[choice_].who);
}

/// A pad's buttons are keys by other names.
void ReplayRound::take_pads(const platform::Input& input) {
    struct Same {
        PadButton button;
        Key watching, taking;
    };
    static constexpr Same kSame[] = {{PadButton::south, Key::space, Key::enter},
                                     {PadButton::east, Key::none, Key::escape},
                                     {PadButton::north, Key::t, Key::t},
                                     {PadButton::left, Key::left, Key::none},
                                     {PadButton::right, Key::right, Key::none},
                                     {PadButton::up, Key::up, Key::up},
                                     {PadButton::down, Key::down, Key::down},
                                     {PadButton::left_bumper, Key::comma, Key::none},
                                     {PadButton::right_bumper, Key::period, Key::none}};
    for (const platform::Pad& pad : input.pads) {
        for (const Same& same : kSame) {
            if (!pad.was_pressed(same.button)) continue;
            if (mode_ == Mode::watching) {
                press(same.watching, false);
            } else if (mode_ == Mode::taking) {
                press_taking(same.taking);
            }
        }
    }
}

std::vector<ReplayRound::Choice> ReplayRound::choices() const {
    using Who = TakenRound::Who;
    switch (theatre_.now().flow.players) {
        case 1:
            return {{Who::gold, "Play gold"}};
        case 2:
            return {{Who::blue, "Play blue"}};
        default:
            return {{Who::gold, "Play gold, a bot flies blue"},
                    {Who::blue, "Play blue, a bot flies gold"},
                    {Who::both, "Two at this keyboard"}};
    }
}

void ReplayRound::take_over(TakenRound::Who who) {
    end_film("");
    be_still();
    next_ = std::make_unique<TakenRound>(theatre_, who, setup_.taken);
}

void ReplayRound::drag(const platform::Input& input) {
    if (input.mouse_pressed && on_line_) drags_ = true;
    if (!input.mouse_held) drags_ = false;
    if (drags_ && (input.mouse_pressed || input.mouse_moved)) theatre_.jump_share(static_cast<double>(line_share_));
}

std::string ReplayRound::picture_path() const {
    const auto name = std::filesystem::path(theatre_.path()).stem().string() + "-" + std::to_string(theatre_.tick());
    return (std::filesystem::path(setup_.pictures_dir) / name).string();
}

void ReplayRound::save_picture() {
    Picture* picture = setup_.taken.picture;
    if (picture == nullptr || !picture->is_ready() || setup_.pictures_dir.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(setup_.pictures_dir, error);
    picture->renderer().read(image_);
    const std::string path = picture_path() + ".png";
    const bool written = gpu::write_png(image_, path);
    tell(written ? "picture: " + path : path + ": cannot be written", !written);
}

void ReplayRound::begin_film() {
    Picture* picture = setup_.taken.picture;
    if (picture == nullptr || !picture->is_ready() || setup_.pictures_dir.empty()) return;
    try {
        picture->renderer().read(image_);
        camera_ = std::make_unique<Camera>(picture_path(), image_.width, image_.height);
    } catch (const PictureError& error) {
        tell(error.text);
    }
}

/// The picture that was shown last, before the next one is made.
void ReplayRound::shoot_film() {
    if (camera_ == nullptr) return;
    try {
        setup_.taken.picture->renderer().read(image_);
        camera_->write(image_);
    } catch (const PictureError& error) {
        end_film(error.text);
    }
}

void ReplayRound::end_film(const std::string& why) {
    if (camera_ == nullptr) return;
    const std::string fault = camera_->finish();
    tell(!why.empty()     ? why
         : !fault.empty() ? fault
                          : fmt::format("film of {} pictures: {}", camera_->count(), camera_->path()),
         !why.empty() || !fault.empty());
    camera_.reset();
}

bool ReplayRound::look(scene::View& view, Micros) {
    if (!stage_) return false;
    // Hit shapes are those of a tick, and so must be what they are laid over.
    const scene::Moment moment{.before = theatre_.before(),
                               .now = theatre_.now(),
                               .alpha = stage_->options().debug_shapes ? 1.0F : theatre_.alpha(),
                               .predicted = theatre_.now().tick};
    // Bursts from before a jump are made and thrown away.
    if (std::exchange(jumped_, false)) stage_->look(moment, view);
    stage_->look(moment, view);
    view.hud.team_score = 0;  // where it stands is the timeline
    return true;
}

Notice ReplayRound::notice() const {
    const int power = theatre_.speed_power();
    const std::string speed = power < 0 ? fmt::format("1/{}x", 1 << -power) : fmt::format("{}x", 1 << power);
    const char* state = camera_ != nullptr     ? "   filming"
                        : theatre_.is_at_end() ? "   end"
                        : theatre_.is_paused() ? "   paused"
                                               : "";
    Notice notice;
    notice.hint = fmt::format("{} of {}   tick {}   {}{}", replays::clock_text(theatre_.tick() - theatre_.begin()),
                              replays::clock_text(theatre_.end() - theatre_.begin()), theatre_.tick(), speed, state);
    if (now_ < told_until_) {
        notice.line = told_;
    } else if (!theatre_.scan().verdict().same && theatre_.tick() >= theatre_.scan().verdict().wrong_after.value) {
        notice.line = "what is shown is not what was played: it " + theatre_.scan().verdict().text;
    } else if (theatre_.replay().recording.damage && theatre_.is_at_end()) {
        notice.line = theatre_.replay().recording.damage.text();
    }
    return notice;
}

}  // namespace albireo::app
