#include "tests/proto/relay_game.hpp"

#include <algorithm>
#include <deque>

namespace albireo::proto {

namespace {

/// Counts sent bytes in a sliding second.
class Meter {
  public:
    void add(std::size_t bytes, Micros now) {
        total_ += bytes;
        ++packets_;
        window_.push_back({now, bytes});
        in_window_ += bytes;
        for (; window_.front().at <= now - kMicrosPerSecond; window_.pop_front()) in_window_ -= window_.front().bytes;
        max_ = std::max(max_, in_window_);
    }
    RelayGameResult::Direction result(Micros seconds) const {
        return {static_cast<double>(total_) / static_cast<double>(seconds), static_cast<double>(max_),
                static_cast<double>(packets_) / static_cast<double>(seconds)};
    }

  private:
    struct Sent {
        Micros at;
        std::size_t bytes;
    };
    std::deque<Sent> window_;
    std::size_t total_ = 0, in_window_ = 0, max_ = 0, packets_ = 0;
};

void send_due(Connection& connection, Link& link, PeerId peer, Meter& meter, Micros now) {
    OutPacket packet;
    while (connection.next_packet(packet, now)) {
        link.send(peer, packet.channel, packet.bytes(), now);
        meter.add(wire_bytes(packet.size), now);
    }
    link.flush(now);
}

struct Client {
    std::unique_ptr<FaultyLink> link;
    std::unique_ptr<Connection> connection;
    std::vector<Frame> frames;
    std::vector<Micros> sampled_at;
    std::vector<bool> changed;
    Micros next_tick = 0;
    std::vector<Micros> spoken_at;
    std::vector<bool> heard;  // of the partner's pieces
    std::size_t heard_count = 0;
    Tick delivered;  // of the partner's frames
    Meter up, down;
    RelayGameResult::Player result;
    std::vector<std::uint32_t> leads;
};

class Game {
  public:
    explicit Game(const RelayGameOptions& options) : options_(options) {
        for (const Slot slot : kSlots) {
            Client& client = clients_[index(slot)];
            client.link =
                std::make_unique<FaultyLink>(net_.connect(), slot == Slot::gold ? options.gold : options.blue);
            client.connection = std::make_unique<Connection>(ConnectionOptions{.eco = options.eco});
            client.connection->start_frames({}, {});
            client.connection->set_knows_voice(options.voice_bytes != 0);
            server_[index(slot)] = std::make_unique<Connection>(ConnectionOptions{.eco = options.eco});
            server_[index(slot)]->start_frames({}, {});
            server_[index(slot)]->set_knows_voice(options.voice_bytes != 0);
            support::TypicalPlay play = options.play;
            play.seed = play.seed * 2 + static_cast<std::uint32_t>(slot);
            client.frames = support::typical_frames(play, static_cast<std::size_t>(options.seconds) * 61 + 10);
            client.next_tick = slot == Slot::gold ? 1'000 : 6'500;  // the two clients do not tick at the same times
            FrameContext context;
            for (const Frame& frame : client.frames) {
                client.changed.push_back(frame != context.expected());
                context.advance(frame);
            }
        }
    }

    RelayGameResult run() {
        for (Micros now = 0; now < options_.seconds * kMicrosPerSecond; now += options_.step) step(now);
        return result();
    }

  private:
    void step(Micros now) {
        for (const Slot slot : kSlots) step_client(slot, now);
        step_server(now);
    }

    void step_client(Slot slot, Micros now) {
        Client& client = clients_[index(slot)];
        LinkEvent event;
        while (client.link->poll(event, now)) {
            if (event.kind == LinkEvent::Kind::received) client.connection->receive(event.channel, event.bytes, now);
        }
        take_delivered(slot, now);
        for (; client.next_tick <= now; client.next_tick += kMicrosPerTick) tick(client, now);
        listen(slot, now);
        if (options_.voice_bytes != 0) speak(slot, now);
        send_due(*client.connection, *client.link, kServer, client.up, now);
    }

    VoicePiece piece(Slot slot, std::size_t number) const {
        VoicePiece piece{.number = static_cast<std::uint16_t>(number + 65'000), .size = static_cast<std::uint8_t>(options_.voice_bytes)};
        for (std::size_t i = 0; i < piece.size; ++i) piece.buffer[i] = static_cast<std::uint8_t>(number * 31 + i * 7 + index(slot));
        return piece;
    }
    void speak(Slot slot, Micros now) {
        Client& client = clients_[index(slot)];
        const Micros begins = slot == Slot::gold ? 3'000 : 11'000;
        while (begins + static_cast<Micros>(client.spoken_at.size()) * kVoicePieceTime <= now) {
            client.connection->push_voice(piece(slot, client.spoken_at.size()), now);
            client.spoken_at.push_back(now);
        }
    }
    void listen(Slot slot, Micros now) {
        Client& client = clients_[index(slot)];
        const Client& partner = clients_[index(other(slot))];
        while (const auto arrived = client.connection->next_voice()) {
            // The nearest number that was spoken.
            std::size_t number = partner.spoken_at.size();
            while (number > 0 && static_cast<std::uint16_t>(number + 65'000) != arrived->number) --number;
            client.heard.resize(partner.spoken_at.size());
            if (number >= client.heard.size() || client.heard[number] || *arrived != piece(other(slot), number)) {
                ++wrong_voice_;
                continue;
            }
            client.heard[number] = true;
            ++client.heard_count;
            voice_.push_back(now - partner.spoken_at[number]);
        }
    }

    void tick(Client& client, Micros now) {
        const Tick own = client.connection->outgoing().end();
        const std::int32_t lead = own - std::min(own, client.connection->incoming().confirmed_up_to());
        client.leads.push_back(static_cast<std::uint32_t>(std::max(lead, 0)));
        if (lead >= static_cast<std::int32_t>(kLeadTicksMax) || !client.connection->has_room()) {
            ++client.result.frozen_ticks;
            return;
        }
        client.connection->push_frame(client.frames[own.value], now);
        client.sampled_at.push_back(now);
    }

    void take_delivered(Slot slot, Micros now) {
        Client& client = clients_[index(slot)];
        const Client& partner = clients_[index(other(slot))];
        FrameWindow& window = client.connection->incoming();
        for (; client.delivered < window.confirmed_up_to(); ++client.delivered) {
            const std::uint32_t tick = client.delivered.value;
            const Frame* frame = window.find(client.delivered);
            if (frame == nullptr || *frame != partner.frames[tick]) ++wrong_frames_;
            const Micros took = now - partner.sampled_at[tick];
            deliveries_.push_back(took);
            if (partner.changed[tick]) changed_.push_back(took);
        }
        window.release(client.delivered);
    }

    void step_server(Micros now) {
        LinkEvent event;
        while (net_.poll(event, now)) {
            if (event.kind != LinkEvent::Kind::received) continue;
            const std::size_t from = event.peer.value - 1;
            server_[from]->receive(event.channel, event.bytes, now);
        }
        for (const Slot slot : kSlots) {
            relay(slot, now);
            while (const auto piece = server_[index(slot)]->next_voice()) server_[index(other(slot))]->push_voice(*piece, now);
        }
        for (const Slot slot : kSlots) {
            send_due(*server_[index(slot)], net_, PeerId{static_cast<std::uint32_t>(slot) + 1},
                     clients_[index(slot)].down, now);
        }
    }

    /// Relays a slot's frames to the partner as soon as they arrive.
    void relay(Slot slot, Micros now) {
        FrameWindow& in = server_[index(slot)]->incoming();
        Connection& to = *server_[index(other(slot))];
        for (Tick tick = to.outgoing().end(); tick < in.confirmed_up_to() && to.has_room(); ++tick) {
            to.push_frame(*in.find(tick), now);
        }
        const Tick stepped =
            std::min(server_[0]->incoming().confirmed_up_to(), server_[1]->incoming().confirmed_up_to());
        in.release(std::min(stepped, to.outgoing().end()));
    }

    static double ms(const std::vector<Micros>& sorted, double part) {
        if (sorted.empty()) return 0;
        const auto at = static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1));
        return static_cast<double>(sorted[at]) / 1000;
    }

    RelayGameResult result() {
        RelayGameResult result;
        Tick confirmed = clients_[0].delivered;
        for (const Slot slot : kSlots) {
            Client& client = clients_[index(slot)];
            confirmed = std::min(confirmed, client.delivered);
            std::ranges::sort(client.leads);
            client.result.lead_p99 = client.leads[client.leads.size() * 99 / 100];
            client.result.lead_max = client.leads.back();
            client.result.up = client.up.result(options_.seconds);
            client.result.down = client.down.result(options_.seconds);
            result.players[index(slot)] = client.result;
            for (const Connection* end : {client.connection.get(), server_[index(slot)].get()}) {
                result.faults +=
                    end->counters().malformed + end->incoming().counters().conflict + end->counters().acks_ignored;
            }
        }
        std::ranges::sort(deliveries_);
        std::ranges::sort(changed_);
        result.delivery_p50_ms = ms(deliveries_, 0.5);
        result.delivery_p99_ms = ms(deliveries_, 0.99);
        result.delivery_max_ms = ms(deliveries_, 1);
        result.changed_p50_ms = ms(changed_, 0.5);
        result.changed_p99_ms = ms(changed_, 0.99);
        result.confirmed_per_second = static_cast<double>(confirmed.value) / static_cast<double>(options_.seconds);
        std::ranges::sort(voice_);
        result.voice_p50_ms = ms(voice_, 0.5);
        result.voice_p99_ms = ms(voice_, 0.99);
        result.voice_heard = options_.voice_bytes == 0 ? 0 : 1;
        for (const Slot slot : kSlots) {
            const std::size_t spoken = clients_[index(other(slot))].spoken_at.size();
            if (spoken != 0) result.voice_heard = std::min(result.voice_heard, static_cast<double>(clients_[index(slot)].heard_count) / static_cast<double>(spoken));
        }
        result.wrong_voice = wrong_voice_;
        result.wrong_frames = wrong_frames_;
        return result;
    }

    const RelayGameOptions& options_;
    MemoryNet net_;
    std::array<Client, kSlotCount> clients_;
    std::array<std::unique_ptr<Connection>, kSlotCount> server_;
    std::vector<Micros> deliveries_, changed_;
    std::vector<Micros> voice_;
    std::uint64_t wrong_frames_ = 0, wrong_voice_ = 0;
};

}  // namespace

RelayGameResult play_relay_game(const RelayGameOptions& options) {
    return Game{options}.run();
}

RelayGameOptions everywhere(ImpairmentOptions impairment) {
    RelayGameOptions options;
    std::uint32_t seed = impairment.seed * 16;
    for (ImpairmentOptions* direction : {&options.gold.out, &options.gold.in, &options.blue.out, &options.blue.in}) {
        *direction = impairment;
        direction->seed = ++seed;
    }
    options.play.seed = impairment.seed;
    return options;
}

}  // namespace albireo::proto
