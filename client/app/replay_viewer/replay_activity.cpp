// One file: the modes of a replay on the screen share its panels, its film and the playback position.
#include "client/app/replay_viewer/replay_activity.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "client/app/controls/control_names.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/activities/shapes.hpp"
#include "client/text/cluster.hpp"
#include "client/text/utf8.hpp"
#include "client/words/format.hpp"
#include "replays/text.hpp"

namespace albireo::app {

using platform::Key;
using platform::PadButton;

namespace {

constexpr Micros kBarFor = 4 * proto::kMicrosPerSecond;
constexpr std::int64_t kNear = 5 * kTicksPerSecond, kFar = 30 * kTicksPerSecond;

/// The list has all actions except the action that opens the list.
ViewerAction listed(std::size_t choice) {
    return static_cast<ViewerAction>(choice < static_cast<std::size_t>(ViewerAction::list) ? choice : choice + 1);
}

}  // namespace

ReplayActivity::ReplayActivity(std::shared_ptr<const replays::Replay> replay, const std::string& path, Setup setup)
    : setup_(std::move(setup)), viewer_(std::move(replay), path, setup_.live != nullptr) {
    if (setup_.taken.picture != nullptr) {
        scene::StageOptions options = setup_.taken.stage;
        options.names = viewer_.replay().recording.header.names;
        options.control_text = [this](std::string_view control) {
            return control_text(setup_.taken.settings.bindings, control, {});
        };
        const Level& level = viewer_.level();
        stage_ = std::make_unique<scene::Stage>(level, setup_.taken.picture->load_cast(level), std::move(options));
    }
    viewer_.on_tick = [this](const World& before, const World& now, auto effects) {
        if (stage_) stage_->tick(before, now, effects);
        play_effects(effects, viewer_.level());
    };
    viewer_.on_jump = [this] {
        if (stage_) stage_->reset();
        be_still();
        jumped_ = true;
    };
    for (const std::string& fault : viewer_.bookmark_faults()) notify(fault);
    if (setup_.from > 0) {
        viewer_.jump(setup_.from);
        viewer_.toggle_pause();
    }
    // A spectator who joins in the middle of a game sees it as it goes on.
    if (viewer_.is_growing() && viewer_.behind() > kNear) {
        viewer_.jump(viewer_.end());
        notify(tr_f("live: {} seeks to the beginning, {} returns to live", key_text(def_of(ViewerAction::beginning)), key_text(def_of(ViewerAction::end))), false);
    }
}

void ReplayActivity::leave(Micros now) {
    end_film("");
    if (setup_.live != nullptr) setup_.live->leave(now);
}

void ReplayActivity::follow_live(Micros now) {
    if (setup_.live == nullptr) return;
    setup_.live->advance(now);
    const replays::Spectator* spectator = setup_.live->spectator();
    viewer_.set_growing(spectator != nullptr && spectator->state() == replays::Spectator::State::watching);
    if (setup_.live->failure() == live_fault_) return;
    live_fault_ = setup_.live->failure();
    notify(tr_f("the game can no longer be watched: {}", translated_reason(live_fault_)));
}

void ReplayActivity::advance(const platform::Input& input, Micros now) {
    const double passed = last_ < 0 ? 0 : static_cast<double>(now - last_) / 1e6;
    if (last_ < 0) touched_ = now;
    last_ = now_ = now;
    notices_.advance(now);
    follow_live(now);
    shoot_film();
    take_keys(input);
    take_pads(input, static_cast<float>(passed));
    take_mouse(input);
    const bool moves = mode_ == Mode::watching && !viewer_.is_paused();
    film_moved_ = camera_ != nullptr && moves;
    if (camera_ == nullptr) {
        viewer_.advance(mode_ == Mode::watching ? passed : 0);
    } else if (moves && !viewer_.advance_film()) {
        end_film("");
    }
    viewer_.is_paused() || mode_ != Mode::watching ? be_still() : follow(viewer_.now(), viewer_.level());
}

/// With a slow picture many keys arrive at once: each applies to the state that the previous one led to.
void ReplayActivity::take_keys(const platform::Input& input) {
    const auto write = [&](std::string_view typed) {
        note_ += text::fit_bytes(typed, Bookmarks::kNoteMax - note_.size());
    };
    if (mode_ == Mode::noting) write(input.typed);
    for (const platform::Press& press : input.pressed) {
        touched_ = now_;
        by_pad_ = false;
        const ViewerAction act = act_of(press.key, press.shift);
        if (mode_ == Mode::watching) {
            perform(act);
            if (const auto b = input.typed.find_first_of("bB"); mode_ == Mode::noting && b != std::string::npos) {
                write(std::string_view(input.typed).substr(b + 1));
            }
        } else if ((mode_ == Mode::listing && act == ViewerAction::list) || (mode_ == Mode::taking && act == ViewerAction::take_over)) {
            open(Mode::watching);
        } else if (const auto step = step_of(press.key)) {
            work_panel(*step);
        }
    }
}

void ReplayActivity::take_pads(const platform::Input& input, float seconds) {
    const std::vector<NavigationStep>& steps = steering_.read(input, seconds);
    const bool watching = mode_ == Mode::watching;
    for (const NavigationStep& navigation : steps) {
        if (!navigation.by_pad) continue;
        touched_ = now_;
        by_pad_ = true;
        if (!watching) work_panel(navigation.step);
    }
    for (const platform::Pad& pad : input.pads) {
        for (std::size_t i = 0; i < platform::kPadButtonCount; ++i) {
            const auto button = static_cast<PadButton>(i);
            if (!pad.was_pressed(button)) continue;
            touched_ = now_;
            by_pad_ = true;
            if (watching && mode_ == Mode::watching) perform(act_of(button));
            if (!watching && mode_ == Mode::listing && act_of(button) == ViewerAction::list) open(Mode::watching);
        }
    }
}

void ReplayActivity::take_mouse(const platform::Input& input) {
    if (input.mouse_moved || input.mouse_pressed || input.mouse_back || input.wheel != 0) {
        touched_ = now_;
        by_pad_ = false;
    }
    const ViewerAction act = std::exchange(pointed_action_, ViewerAction::none);
    const bool pointed = std::exchange(pointed_, false);
    if (mode_ == Mode::watching) {
        drag(input);
        if (input.mouse_pressed) perform(act);
        if (input.wheel != 0) perform(input.wheel > 0 ? ViewerAction::on : ViewerAction::back);
        if (input.mouse_back) perform(ViewerAction::leave);
    } else {
        drags_ = false;
        if (input.wheel != 0) work_panel(input.wheel > 0 ? Step::up : Step::down);
        if (input.mouse_back) return work_panel(Step::back);
        if (input.mouse_pressed && pointed) choose();
    }
}

void ReplayActivity::point_at(std::size_t choice, bool moved) {
    if (moved) choice_ = choice;
    pointed_ = choice_ == choice;
}

bool ReplayActivity::bar_shown() const {
    return mode_ == Mode::watching && (viewer_.is_paused() || now_ < touched_ + kBarFor);
}

void ReplayActivity::open(Mode mode) {
    mode_ = mode;
    choice_ = 0;
    pointed_ = false;
}

void ReplayActivity::perform(ViewerAction act) {
    const std::int64_t here = viewer_.tick();
    switch (act) {
        case ViewerAction::pause:
            return viewer_.toggle_pause();
        case ViewerAction::step_back:
            return viewer_.step(-1);
        case ViewerAction::step_on:
            return viewer_.step(1);
        case ViewerAction::back:
            return viewer_.jump(here - kNear);
        case ViewerAction::on:
            return viewer_.jump(here + kNear);
        case ViewerAction::far_back:
            return viewer_.jump(here - kFar);
        case ViewerAction::far_on:
            return viewer_.jump(here + kFar);
        case ViewerAction::beginning:
            return viewer_.jump(viewer_.begin());
        case ViewerAction::end:
            return viewer_.jump(viewer_.end());
        case ViewerAction::slower:
            return viewer_.faster(-1);
        case ViewerAction::faster:
            return viewer_.faster(1);
        case ViewerAction::highlight_before:
            return viewer_.jump_highlight(-1);
        case ViewerAction::highlight_next:
            return viewer_.jump_highlight(1);
        case ViewerAction::bookmark: {
            const Bookmark* bookmark = viewer_.bookmarks().find(viewer_.tick());
            note_ = bookmark != nullptr ? bookmark->note : "";
            return open(Mode::noting);
        }
        case ViewerAction::remove_bookmark:
            if (viewer_.bookmarks().find(viewer_.tick()) == nullptr) return notify(tr("there is no bookmark at this tick"));
            viewer_.bookmarks().remove(viewer_.tick());
            if (const std::string fault = viewer_.bookmarks().save(); !fault.empty()) return notify(fault);
            return notify(tr("bookmark removed"), false);
        case ViewerAction::take_over:
            if (const std::string why = viewer_.cannot_take_over(); !why.empty()) return notify(why);
            return open(Mode::taking);
        case ViewerAction::shapes:
            if (stage_ == nullptr || setup_.taken.bodies == nullptr) return;
            return show_shapes(*stage_, *setup_.taken.bodies, viewer_.level(), !stage_->options().debug_shapes);
        case ViewerAction::inputs:
            inputs_shown_ = !inputs_shown_;
            return;
        case ViewerAction::picture:
            return save_picture();
        case ViewerAction::film:
            return camera_ == nullptr ? begin_film() : end_film("");
        case ViewerAction::list:
            return open(Mode::listing);
        case ViewerAction::leave:
            leave(now_);
            over_ = true;
            return;
        case ViewerAction::none:
            return;
    }
}

/// In the list of actions the cursor moves within a column, otherwise through all choices.
void ReplayActivity::work_panel(Step step) {
    const int count = static_cast<int>(choices().size()), column = (count + 1) / 2;
    const auto move = [&](int way) {
        choice_ = static_cast<std::size_t>((static_cast<int>(choice_) + way + count) % count);
    };
    switch (step) {
        case Step::up:
            return move(-1);
        case Step::down:
            return move(1);
        case Step::left:
        case Step::right: {
            const int other = static_cast<int>(choice_) + (step == Step::right ? column : -column);
            if (mode_ == Mode::listing && other >= 0 && other < count) choice_ = static_cast<std::size_t>(other);
            return;
        }
        case Step::accept:
            return choose();
        case Step::back:
            return open(Mode::watching);
        case Step::erase:
            if (mode_ == Mode::noting && !note_.empty()) note_.resize(text::without_last_cluster(note_).size());
            return;
    }
}

void ReplayActivity::choose() {
    const std::size_t chosen = choice_;
    const Mode mode = mode_;
    const std::vector<TakeoverActivity::PlayedSlots> who = takers();
    open(Mode::watching);
    if (mode == Mode::listing) {
        perform(listed(chosen));
    } else if (mode == Mode::taking) {
        take_over(who[chosen]);
    } else if (chosen == 0) {
        keep_note();
    }
}

void ReplayActivity::keep_note() {
    if (!viewer_.bookmarks().put(viewer_.tick(), note_)) {
        return notify(tr_f("not saved: there are {} bookmarks already", Bookmarks::kCountMax));
    }
    if (setup_.live != nullptr) return notify(tr("bookmark set"), false);
    const std::string fault = viewer_.bookmarks().save();
    notify(fault.empty() ? tr_f("saved in {}", viewer_.path() + ".notes") : fault, !fault.empty());
}

std::vector<TakeoverActivity::PlayedSlots> ReplayActivity::takers() const {
    using Slots = TakeoverActivity::PlayedSlots;
    switch (viewer_.now().flow.players) {
        case 1:
            return {Slots::gold};
        case 2:
            return {Slots::blue};
        default:
            return {Slots::gold, Slots::blue, Slots::both};
    }
}

std::vector<ReplayActivity::Choice> ReplayActivity::choices() const {
    std::vector<Choice> all;
    const bool bots = takers().size() > 1;
    switch (mode_) {
        case Mode::watching:
            break;
        case Mode::noting:
            return {{tr("Save"), tr("Enter")}, {tr("Cancel"), tr("Esc")}};
        case Mode::taking:
            for (const TakeoverActivity::PlayedSlots played : takers()) {
                all.push_back({played == TakeoverActivity::PlayedSlots::both   ? tr("Two players, one computer")
                               : played == TakeoverActivity::PlayedSlots::gold ? bots ? tr("Fly gold (a bot flies blue)") : tr("Fly gold")
                               : bots                         ? tr("Fly blue (a bot flies gold)")
                                                              : tr("Fly blue"),
                               ""});
            }
            break;
        case Mode::listing:
            for (const ActDef& def : act_defs()) {
                if (def.act == ViewerAction::list) continue;
                const std::string pad = pad_text(def);
                all.push_back({tr(def.title), by_pad_ && !pad.empty() ? pad : key_text(def)});
            }
            break;
    }
    return all;
}

void ReplayActivity::take_over(TakeoverActivity::PlayedSlots played) {
    leave(now_);
    be_still();
    next_ = std::make_unique<TakeoverActivity>(viewer_, played, setup_.taken);
}

void ReplayActivity::drag(const platform::Input& input) {
    if (input.mouse_pressed && on_line_) drags_ = true;
    if (!input.mouse_held) drags_ = false;
    if (drags_ && (input.mouse_pressed || input.mouse_moved)) viewer_.jump_share(static_cast<double>(line_share_));
}

/// NAME-TICK, or NAME-TICK-2 and so on: without an extension, and used by no picture and no film.
std::string ReplayActivity::picture_path() const {
    const auto name = std::filesystem::path(viewer_.path()).stem().string() + "-" + std::to_string(viewer_.tick());
    const std::string first = (std::filesystem::path(setup_.pictures_dir) / name).string();
    const auto is_taken = [](const std::string& path) {
        std::error_code error;
        return std::filesystem::exists(path, error) || std::filesystem::exists(path + ".png", error) ||
               std::filesystem::exists(path + ".mp4", error);
    };
    std::string path = first;
    for (int copy = 2; is_taken(path); ++copy) path = fmt::format("{}-{}", first, copy);
    return path;
}

void ReplayActivity::save_picture() {
    Picture* picture = setup_.taken.picture;
    if (picture == nullptr || !picture->is_ready()) return;
    if (setup_.pictures_dir.empty()) return notify(tr("no screenshot is saved: there is no home folder"));
    const std::string path = picture_path() + ".png";
    std::error_code error;
    std::filesystem::create_directories(setup_.pictures_dir, error);
    if (error) return notify(tr_f("{}: cannot be written: {}", path, translated_error(error)));
    picture->renderer().read(image_);
    if (!gpu::write_png(image_, path)) return notify(tr_f("{}: cannot be written: {}", path, translated_error(errno)));
    notify(tr_f("screenshot: {}", path), false);
}

void ReplayActivity::begin_film() {
    Picture* picture = setup_.taken.picture;
    if (picture == nullptr || !picture->is_ready()) return;
    if (setup_.pictures_dir.empty()) return notify(tr("no film is saved: there is no home folder"));
    if (viewer_.is_at_end()) return notify(tr("the replay ends here: seek back to film"));
    try {
        picture->renderer().read(image_);
        camera_ = std::make_unique<Camera>(picture_path(), image_.width, image_.height);
        was_paused_ = viewer_.is_paused();
        viewer_.begin_film();
    } catch (const PictureError& error) {
        notify(error.text);
    }
}

/// Adds the picture that was shown last to the film, before the next one is drawn. A picture in which nothing has moved
/// is left out.
void ReplayActivity::shoot_film() {
    if (camera_ == nullptr || !film_moved_) return;
    try {
        setup_.taken.picture->renderer().read(image_);
        camera_->write(image_);
    } catch (const PictureError& error) {
        end_film(error.text);
    }
}

void ReplayActivity::end_film(const std::string& why) {
    if (camera_ == nullptr) return;
    const std::string fault = camera_->finish();
    notify(!why.empty()     ? why
         : !fault.empty() ? fault
                          : tr_nf("film saved ({} picture): {}", "film saved ({} pictures): {}", static_cast<unsigned>(camera_->count()), camera_->path()),
         !why.empty() || !fault.empty());
    camera_.reset();
    film_moved_ = false;
    if (was_paused_ && !viewer_.is_paused()) viewer_.toggle_pause();
}

bool ReplayActivity::look(scene::View& view, Micros) {
    if (!stage_) return false;
    // Hitboxes exist for whole ticks, so the picture below them must show a whole tick.
    const scene::StageInput input{.before = viewer_.before(),
                               .now = viewer_.now(),
                               .alpha = stage_->options().debug_shapes ? 1.0F : viewer_.alpha(),
                               .predicted = viewer_.now().tick};
    // Bursts from before a jump are created and discarded.
    if (std::exchange(jumped_, false)) stage_->look(input, view);
    stage_->look(input, view);
    view.hud.floor = 1 - (bar_shown() ? bar().top : kTimelineTop);
    return true;
}

ReplayActivity::Bar ReplayActivity::bar_for(int text_percent) {
    constexpr float kRow = 0.08F;  // at the usual text size
    Bar bar;
    bar.rows = text_percent > 100 ? 2 : 1;
    bar.top = bar.bottom - kRow * static_cast<float>(bar.rows) * static_cast<float>(std::max(text_percent, 100)) / 100;
    return bar;
}

/// What the viewer does, if it does not simply play.
std::string ReplayActivity::state_text() const {
    if (camera_ != nullptr) return viewer_.is_paused() ? tr("film paused") : tr("filming");
    if (!viewer_.is_growing()) return viewer_.is_at_end() ? tr("end") : viewer_.is_paused() ? tr("paused") : "";
    const std::uint32_t behind = viewer_.behind() / kTicksPerSecond;
    if (!viewer_.is_live()) return tr_f("{} s behind live", behind);
    return tr_f("live, {} s behind the players", setup_.live->spectator()->watching().delay_ms / 1000 + behind);
}

Notice ReplayActivity::notice() const {
    const int power = viewer_.speed_power();
    const std::string speed = power < 0 ? fmt::format("1/{}x", 1 << -power) : fmt::format("{}x", 1 << power);
    const std::string state = state_text();
    Notice notice;
    notice.hint = tr_f("{} of {}   tick {}   {}", replays::clock_text(viewer_.tick() - viewer_.begin()),
                              replays::clock_text(viewer_.end() - viewer_.begin()), viewer_.tick(), speed) +
                  (!state.empty() ? "   " + state : "");
    if (notices_.now() != nullptr) {
        notice.line = notices_.now()->text;
    } else if (!viewer_.scan().verdict().same && viewer_.tick() >= viewer_.scan().verdict().wrong_after.value) {
        notice.line = tr_f("this replay does not match the game that was played: it {}", difference_of(viewer_.scan().verdict()));
    } else if (viewer_.replay().recording.damage && viewer_.is_at_end()) {
        notice.line = damage_of(viewer_.replay());
    }
    return notice;
}

}  // namespace albireo::app
