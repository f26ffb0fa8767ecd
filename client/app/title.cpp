// The title and its screens, with a game of two autopilots in the background.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "client/app/pictures/exhibits.hpp"
#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/network_settings.hpp"
#include "client/app/program_parts.hpp"
#include "client/app/screens/draw.hpp"
#include "client/net/seat_keeper.hpp"
#include "client/words/words.hpp"
#include "proto/keys.hpp"
#include "reach/join_socket.hpp"
#include "reach/search.hpp"
#include "replays/sink.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"

namespace albireo::app {
namespace {

using Mode = CommandLine::Mode;
using Request = Menu::Request;

/// Plays the sounds of the menu's last frame.
class MenuSounds {
  public:
    void follow(const Menu& menu, bool requested, audio::Audio& audio) {
        const bool left = menu.screen() == "title" && screen_ != "title";
        if (requested || menu.screen() != screen_) {
            if (!screen_.empty()) audio.play(left && !requested ? audio::Voice::menu_back : audio::Voice::menu_accept);
        } else if (menu.cursor() != cursor_ || menu.level_cursor() != level_ || menu.settings_changed()) {
            audio.play(audio::Voice::menu_move);
        }
        screen_ = menu.screen();
        cursor_ = menu.cursor();
        level_ = menu.level_cursor();
    }

  private:
    std::string screen_;
    std::size_t cursor_ = 0, level_ = 0;
};

/// Two autopilots play behind the menus, and start again when they have finished.
class Backdrop {
  public:
    Backdrop(Program& program, std::string level) : program_(program), level_(std::move(level)) {}

    void look(Micros now) {
        if (!show_) begin(now);
        for (int i = 0; due_ <= now && i < 8; ++i, due_ += proto::kMicrosPerTick) {
            if (!show_->step()) return begin(now);
            stage_->tick(show_->before(), show_->now(), show_->effects());
        }
        due_ = std::max(due_, now - proto::kMicrosPerTick);
        stage_->look({.before = show_->before(), .now = show_->now(), .predicted = {}}, *program_.view);
    }
    /// Ends the background game, because an activity is about to use the picture's cast.
    void end() {
        stage_.reset();
        show_.reset();
    }

  private:
    void begin(Micros now) {
        end();
        show_ = show_level(level_, {.seed = 3, .skill = 8});
        stage_ = std::make_unique<scene::Stage>(show_->level(), program_.screen.picture().load_cast(show_->level()),
                                                program_.stage);
        due_ = now;
        stage_->look({.before = show_->before(), .now = show_->now(), .predicted = {}}, *program_.view);
    }

    Program& program_;
    std::string level_;
    std::unique_ptr<Show> show_;
    std::unique_ptr<scene::Stage> stage_;
    Micros due_ = 0;
};

/// What stands for each level turns behind the screens that have a carousel.
class Exhibits {
  public:
    Exhibits(Program& program, std::vector<scene::Exhibit> exhibits) : program_(program) {
        program.screen.picture().set_exhibits(std::move(exhibits));
    }
    bool is_shown(const Menu& menu) const { return menu.has_carousel() && !failed_ && picture().has_exhibits(); }
    void look(const Menu& menu, float seconds) {
        seconds_ += seconds;
        size_ = std::min(size_ + seconds / kAppear, 1.0F);
        picture().showcase().look({.place = menu.carousel(), .seconds = seconds_, .size = size_ * size_ * (3 - 2 * size_)}, picture().cast(),
                                  *program_.view);
    }
    /// Loads the next part of them while something else is shown.
    void load() {
        size_ = 0;
        if (failed_) return;
        // Creatures of other levels may have looks from outside, and the menus do without.
        try {
            picture().load_exhibits(*program_.view);
        } catch (const gpu::AssetError& error) {
            fail(error.text);
        } catch (const gpu::ShaderError& error) {
            fail(error.text);
        }
    }

  private:
    static constexpr float kAppear = 0.35F;  // seconds

    Picture& picture() const { return program_.screen.picture(); }
    /// What the graphics driver or a file of looks says is not for players.
    void fail(const std::string& text) {
        failed_ = true;
        spdlog::warn("exhibits: {}", text);
        program_.notify(tr("the levels cannot be shown beside the menu: the log says why"));
    }

    Program& program_;
    bool failed_ = false;
    float seconds_ = 0, size_ = 0;
};

/// The command line for the request.
CommandLine line_of(Request request, const Menu& menu, const Settings& settings, const CommandLine& first) {
    CommandLine line = first;
    line.mode = request == Request::host        ? Mode::host
                : request == Request::join      ? Mode::join
                : request == Request::join_found || request == Request::rejoin ? Mode::join
                : request == Request::watch     ? Mode::watch
                                          : Mode::play;
    line.setup.level = menu.level();
    line.setup.difficulty = menu.difficulty();
    line.setup.from = menu.practice_from();
    line.setup.names = settings.names;
    const bool bot = request == Request::play_bot || (request == Request::host && settings.bot_keeps_seat);
    line.setup.play_mode = bot ? PlayMode::bot : request == Request::play_alone ? PlayMode::alone : PlayMode::two;
    if (bot) line.setup.names[1] = tr("Bot");
    if (line.mode == Mode::play) line.setup.speed = settings.practice_speed;
    if (line.mode == Mode::host) line.setup.shared_speed = settings.shared_speed;
    line.setup.ready_at_once = line.mode == Mode::play || bot;
    line.addresses.clear();
    line.setup.server_key.reset();
    line.rendezvous = first.rendezvous;
    if (line.mode == Mode::join) {
        const bool returns = request == Request::rejoin;
        const bool found = request == Request::join_found;
        line.code = returns ? menu.cut_off_code() : found ? menu.found().code : menu.code();
        if (request == Request::join) line.addresses = menu.invitation().addresses;
        if (request == Request::join && menu.invitation().rendezvous) line.rendezvous = menu.invitation().rendezvous;
        const reach::Invitation invitation = menu.invitation();
        if (!returns && invitation.code == line.code) line.setup.server_key = proto::read_link_text(invitation.key);
        // A server that was met has another address now: it is met again.
        const bool meets = returns && !menu.cut_off_rendezvous().empty();
        if (meets) line.rendezvous = reach::read_rendezvous(menu.cut_off_rendezvous());
        line.connect = meets                    ? ""
                       : returns                ? menu.cut_off_server()
                       : found                  ? menu.found().server
                       : line.addresses.empty() ? settings.server
                                                : "";
        // The link was for watching.
        if (request == Request::join && invitation.watches) {
            line.mode = Mode::watch;
            line.watch_code = line.code;
        }
    }
    use_network_settings(line, settings);
    if (line.mode == Mode::host) line.connect = settings.host_server;
    if (line.mode == Mode::watch) line.file = menu.replay();
    return line;
}

/// Offers the game in which this player's program ended unexpectedly, if there is one.
void offer_cut_off(Program& program, Menu& menu, const GameHostSetup& setup) {
    const client::SeatKeeper seat({setup.seat_path, setup.seat_key_path}, "");
    if (!seat.fault().empty()) program.notify(seat.fault());
    seat.found() ? menu.set_cut_off(seat.found()->code, seat.found()->server, seat.found()->rendezvous) : menu.set_cut_off("", "");
}

/// Games of the local network, as the join screen lists them.
void list_found(reach::Search& search, Menu& menu, Micros now) {
    search.advance(now);
    std::vector<Menu::FoundGame> games;
    for (const reach::Found& each : search.found()) {
        const auto level = std::find_if(menu.levels().begin(), menu.levels().end(),
                                        [&](const Menu::LevelChoice& choice) { return choice.name == each.game.level; });
        games.push_back({.code = each.game.code,
                         .name = each.game.name,
                         .level = level == menu.levels().end() ? each.game.level : translated(level->title),
                         .server = reach::text_of(each.address),
                         .gap = proto::version_gap(each.core, kCoreVersion)});
    }
    const auto& unread = search.other_versions();
    menu.set_found(std::move(games), unread.empty() ? proto::VersionGap::none : unread.front().gap);
}

/// The log keeps what the player is not told.
std::string shown_of(const PictureError& error) {
    if (!error.shown.empty()) spdlog::warn(error.text);
    return error.for_players();
}

/// Plays what the player chose, again if they ask for it. Returns the notice for the menu.
std::string play_out(Program& program, CommandLine line) {
    try {
        for (;;) {
            const Ending ending = play(program, line);
            if (program.closed || !follow_ending(line, ending)) return ending.failure;
            program.finish_shutdowns(tr("closing the game..."));
        }
    } catch (const PictureError& error) {
        return shown_of(error);
    }
}

/// The choices of the menu: the campaign, its levels in their order, and the other levels. `exhibits`: one for each.
std::vector<Menu::LevelChoice> level_choices(std::vector<scene::Exhibit>& exhibits) {
    std::vector<Menu::LevelChoice> levels = {{std::string(script::kCampaign), mark("Campaign")}};
    const auto add = [&](std::string_view name) {
        const auto compiled = script::compile_builtin_level(name, Difficulty::standard);
        if (!compiled.error.empty()) return;
        if (exhibits.empty()) exhibits.push_back(exhibit_for(script::kCampaign, compiled.level));
        exhibits.push_back(exhibit_for(name, compiled.level));
        Menu::LevelChoice choice{std::string(name), std::string(compiled.level.title.view())};
        for (std::uint32_t section = 1; section <= section_count(compiled.level); ++section) {
            const std::string_view its_name = section_name(compiled.level, section);
            const auto number = static_cast<std::uint8_t>(section);
            choice.places.push_back({its_name.empty() ? std::to_string(section) : std::string(its_name), {number, 0}});
            const auto boss = boss_of_section(compiled.level, section);
            for (std::uint8_t phase = 1; boss && phase <= boss->phases; ++phase) {
                std::string boss_name(compiled.level.name(compiled.level.kinds[boss->kind].name));
                if (!boss_name.empty() && boss_name[0] >= 'a' && boss_name[0] <= 'z') boss_name[0] = static_cast<char>(boss_name[0] - 'a' + 'A');
                choice.places.push_back({boss_name, {number, phase}});
            }
        }
        levels.push_back(std::move(choice));
    };
    for (const std::string_view name : script::kCampaignLevels) add(name);
    for (const std::string& name : script::builtin_levels()) {
        if (std::ranges::find(script::kCampaignLevels, name) == script::kCampaignLevels.end()) add(name);
    }
    return levels;
}

}  // namespace

void title(Program& program, const CommandLine& line) {
    std::vector<scene::Exhibit> figures;
    const std::vector<Menu::LevelChoice> levels = level_choices(figures);
    Menu menu(program.settings, levels);
    menu.set_sound_devices(program.sound_devices());
    MenuSounds sounds;
    Backdrop backdrop(program, std::string(script::kCampaignLevels[0]));
    Exhibits exhibits(program, std::move(figures));
    const Micros began = client::UdpClient::now();
    Micros last = began;
    std::optional<reach::Search> search;  // for games in the local network, while the join screen is shown
    std::string listed;  // the screen for which replays were last searched for
    for (;;) {
        const platform::Input& input = program.next_frame();
        const Micros now = client::UdpClient::now();
        const float seconds = static_cast<float>(now - last) / 1e6F;
        last = now;
        if (listed != menu.screen()) {
            listed = menu.screen();
            spdlog::info("shown: {}", listed);
            if (listed == "replays") {
                menu.set_replays(replays::find_recordings(replays_folder()), caption_of);
            }
            if (listed == "join") offer_cut_off(program, menu, line.setup);
            // Nothing is sent before the player wants to join a game.
            search.reset();
            if (listed == "join") search.emplace(reach::SearchOptions{});
        }
        if (search) list_found(*search, menu, now);
        Request request = menu.advance(input, seconds);
        if (request == Request::paste) {
            menu.paste(program.screen.window().clipboard());
            request = Request::none;
        }
        sounds.follow(menu, request != Request::none, program.audio);
        program.music.follow({.song = "two_stars", .intensity = 4});
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || is_stop_asked() || late || request == Request::quit) return;
        if (menu.settings_changed()) {
            program.apply();
            program.save_settings();
        }
        if (request != Request::none) {
            backdrop.end();
            std::string told;
            try {
                told = play_out(program, line_of(request, menu, program.settings, line));
            } catch (const PictureError& error) {
                told = shown_of(error);
            }
            if (program.closed) return;
            listed.clear();
            search.reset();
            const bool joins = request == Request::join || request == Request::join_found || request == Request::rejoin;
            menu.show(told, request == Request::watch ? "replays" : joins && !told.empty() ? "join" : "title");
            last = client::UdpClient::now();
            continue;
        }
        const auto board = menu.score_board();
        menu.set_scores(board ? panel_of(*board, program.boards.board(*board)) : std::nullopt);
        program.speak(menu);
        if (exhibits.is_shown(menu)) {
            exhibits.look(menu, seconds);
        } else {
            backdrop.look(now);
            exhibits.load();
        }
        program.view->hud.shown = false;
        program.screen.show(program.view.get(), input, [&](ui::Overlay& overlay) {
            draw_menu(overlay, menu, input);
            draw_notices(overlay, program.notices);
        });
    }
}

}  // namespace albireo::app
