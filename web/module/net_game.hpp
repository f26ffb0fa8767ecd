#pragma once
/// A game with a friend, in the page: GameClient, unchanged, over pipes that the page opens to the server that it came from.
///
/// 1. The link, the keys and the limits are those of the native client; only the socket differs.
/// 2. All links of one game require the same key: the given one, or that of the first link.
/// 3. A level comes before its game: the page prepares what shows it, and is then ready. Nothing that takes long may be left
///    for later, because ticks and pictures share a thread, and the friend would wait.
/// 4. Observers get each predicted tick once. show_last() passes on the last one, for a picture. Without that call, a tick is
///    passed on when the next one comes, marked as unseen (TickObserver::Seen).
#include <memory>

#include "client/bot/local_player.hpp"
#include "client/net/game_client.hpp"
#include "web/module/pipe_opener.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

using proto::Micros;

struct NetChoice {
    std::string name;
    std::string code;                         // of the friend's game; empty: one is opened for a friend
    std::string level{};                      // … of this level
    Difficulty difficulty = Difficulty::standard;
    std::optional<proto::Token> token{};      // of a seat in it that this page has had
    std::optional<proto::PublicKey> key{};    // that the server must hold
};

class NetGame final : public Show {
  public:
    NetGame(NetChoice choice, OpenPipe open_pipe);
    ~NetGame() override;
    NetGame(const NetGame&) = delete;
    NetGame& operator=(const NetGame&) = delete;

    void hold(const bot::Held& held) { player_.hold(held); }
    void ask_pause() { player_.ask_pause(); }
    void ask_continue() { player_.ask_continue(); }
    void leave(Micros now);
    /// Does everything that is due. A picture of an earlier round() must not be drawn any more.
    void advance(Micros now);
    void show_last();
    /// How many levels have come; 0: none yet, and level() may not be called. There is no world until the game begins.
    int round() const { return round_; }
    /// The picture and the sounds of this round are prepared: the game may begin.
    void be_ready();
    /// The interpolation factor from before() to world(), for a picture now.
    float share(Micros now) const;

    /// Everything else that the page shows. JSON.
    std::string state() const;

    const Level& level() const override { return *level_; }
    const std::array<std::string, kSlotCount>& names() const override { return names_; }
    const World& world() const override { return *now_; }
    const World& before() const override { return *before_; }
    std::optional<Slot> own() const override { return game_->slot(); }
    std::function<std::string(std::string_view control)> control_text() const override;
    const client::RemoteShots* remote() const override { return game_->has_game() ? &game_->remote_shots() : nullptr; }
    const client::PartnerFlight* flight() const override { return game_->has_game() ? &game_->predictor().partner_flight() : nullptr; }

  private:
    void make_game(client::ClientOptions options);
    void take_level();
    void take_names();
    void begin();
    void before_tick(const World& predicted);
    void after_tick();
    void pass_on(TickObserver::Seen seen);
    const proto::PipeLink* link() const { return static_cast<const proto::PipeLink*>(game_->link()); }

    OpenPipe open_pipe_;
    std::uint8_t shard_ = 0;  // to which the server has sent this game
    std::optional<proto::PublicKey> key_;
    bot::BodyStore bodies_;
    bot::LocalPlayer player_{bodies_};
    mutable std::unique_ptr<client::GameClient> game_;
    std::unique_ptr<World> before_, now_;
    std::unique_ptr<Events> events_;  // of the tick that is still to be passed on
    bool has_tick_ = false;
    int round_ = 0;
    std::shared_ptr<const Level> level_;  // of this round; observers refer to it
    bool is_prepared_ = false;
    bool left_ = false;
    std::string failure_;  // before a link was ever open
    std::string notice_;
    std::array<std::string, kSlotCount> names_;
};

}  // namespace albireo::web
