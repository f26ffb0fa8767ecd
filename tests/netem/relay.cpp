#include "tests/netem/relay.hpp"

#include <algorithm>
#include <chrono>

namespace albireo::netem {

namespace {

constexpr std::size_t kHeaderBytes = 28;  // the rate counts IP and UDP too
constexpr std::size_t kLatenessBuckets = 1'000;
constexpr Micros kLatenessBucket = 10;
constexpr int kReceiveBuffer = 4 << 20;
constexpr int kDatagramsAtOnce = 256;

boost::asio::ip::udp::endpoint resolve(boost::asio::io_context& loop, const NetemOptions& options) {
    using boost::asio::ip::udp;
    udp::resolver resolver{loop};
    return *resolver.resolve(udp::v4(), options.to_host, std::to_string(options.to_port)).begin();
}

/// Blackouts are timed for all clients at once and in both directions, also for a client that retries from another port.
proto::Impairment for_client(proto::ImpairmentOptions options, std::uint32_t seed, Micros first_packet) {
    options.seed = seed;
    proto::Impairment impairment(std::move(options));
    impairment.begin(first_packet);
    return impairment;
}

void add(proto::ImpairmentCounters& sum, const proto::ImpairmentCounters& part) {
    sum.packets += part.packets;
    sum.bytes += part.bytes;
    sum.lost += part.lost;
    sum.blacked_out += part.blacked_out;
    sum.queue_full += part.queue_full;
    sum.duplicated += part.duplicated;
    sum.reordered += part.reordered;
    sum.corrupted += part.corrupted;
    sum.spikes += part.spikes;
    sum.delay_sum += part.delay_sum;
    sum.delay_max = std::max(sum.delay_max, part.delay_max);
    sum.delivered += part.delivered;
}

}  // namespace

double Outcome::lateness_percentile_ms(double part) const {
    std::uint64_t all = 0, so_far = 0;
    for (const std::uint32_t count : lateness) all += count;
    for (std::size_t i = 0; i < lateness.size(); ++i) {
        so_far += lateness[i];
        if (static_cast<double>(so_far) >= part * static_cast<double>(all)) {
            return static_cast<double>((static_cast<Micros>(i) + 1) * kLatenessBucket) / 1000;
        }
    }
    return 0;
}

Micros wall_clock() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Relay::Relay(boost::asio::io_context& loop, const NetemOptions& options, Clock clock)
    : loop_(loop),
      options_(options),
      now_(std::move(clock)),
      server_(resolve(loop, options)),
      downstream_(loop, Udp::endpoint{Udp::v4(), options.listen}),
      timer_(loop),
      buffer_(64 << 10),
      began_(now_()) {
    outcome_.lateness.resize(kLatenessBuckets);
    downstream_.non_blocking(true);
    boost::system::error_code refused;  // a smaller buffer still works
    downstream_.set_option(boost::asio::socket_base::receive_buffer_size{kReceiveBuffer}, refused);
    wait_for_clients();
}

void Relay::wait_for_clients() {
    downstream_.async_wait(Udp::socket::wait_read, [this](boost::system::error_code error) {
        if (error == boost::asio::error::operation_aborted) return;
        for (int i = 0; i < kDatagramsAtOnce; ++i) {
            Udp::endpoint from;
            boost::system::error_code failed;
            const std::size_t size = downstream_.receive_from(boost::asio::buffer(buffer_), from, 0, failed);
            if (failed == boost::asio::error::would_block) break;
            if (failed) continue;
            if (Client* client = client_at(from)) take(*client, true, std::span{buffer_}.first(size));
        }
        send_due();
        wait_for_clients();
    });
}

void Relay::wait_for_server(Client& client) {
    client.upstream.async_wait(Udp::socket::wait_read, [this, &client](boost::system::error_code error) {
        if (error == boost::asio::error::operation_aborted) return;
        for (int i = 0; i < kDatagramsAtOnce; ++i) {
            boost::system::error_code failed;
            const std::size_t size = client.upstream.receive(boost::asio::buffer(buffer_), 0, failed);
            if (failed == boost::asio::error::would_block) break;
            if (failed) continue;  // the server is not listening yet
            take(client, false, std::span{buffer_}.first(size));
        }
        send_due();
        wait_for_server(client);
    });
}

Relay::Client* Relay::client_at(const Udp::endpoint& address) {
    if (const auto known = clients_.find(address); known != clients_.end()) return known->second.get();
    if (clients_.size() >= options_.clients_max) {
        ++outcome_.turned_away;
        return nullptr;
    }
    const auto number = static_cast<std::uint32_t>(clients_.size());
    if (first_packet_ < 0) first_packet_ = now_();
    auto client = std::make_unique<Client>(
        Client{address, Udp::socket{loop_, Udp::v4()},
               for_client(options_.up, options_.seed * 1'000'003 + 2 * number, first_packet_),
               for_client(options_.down, options_.seed * 1'000'003 + 2 * number + 1, first_packet_)});
    boost::system::error_code failed;
    client->upstream.connect(server_, failed);
    if (!failed) client->upstream.non_blocking(true, failed);
    if (failed) {
        ++outcome_.turned_away;
        return nullptr;
    }
    boost::system::error_code refused;
    client->upstream.set_option(boost::asio::socket_base::receive_buffer_size{kReceiveBuffer}, refused);
    Client& added = *client;
    clients_[address] = std::move(client);
    wait_for_server(added);
    return &added;
}

void Relay::take(Client& client, bool to_server, std::span<const std::uint8_t> bytes) {
    proto::Impairment& impairment = to_server ? client.up : client.down;
    const proto::Fate fate = impairment.plan(bytes.size() + kHeaderBytes, now_());
    for (int copy = 0; copy < fate.copies; ++copy) {
        InFlight packet{
            fate.arrives[static_cast<std::size_t>(copy)], order_++, &client, to_server, {bytes.begin(), bytes.end()}};
        const std::int64_t bit = fate.corrupt_bit - static_cast<std::int64_t>(kHeaderBytes) * 8;
        if (fate.corrupt_bit >= 0 && bit < 0) continue;  // a bit of the headers: the packet is dropped
        if (fate.corrupt_bit >= 0) {
            packet.bytes[static_cast<std::size_t>(bit / 8)] ^= static_cast<std::uint8_t>(1 << bit % 8);
        }
        in_flight_.push(std::move(packet));
    }
}

void Relay::send_due() {
    for (; !in_flight_.empty() && in_flight_.top().leaves <= now_(); in_flight_.pop()) {
        const InFlight& due = in_flight_.top();
        boost::system::error_code failed;
        const auto bytes = boost::asio::buffer(due.bytes);
        if (due.to_server) {
            due.client->upstream.send(bytes, 0, failed);
        } else {
            downstream_.send_to(bytes, due.client->address, 0, failed);
        }
        if (failed) ++outcome_.send_errors;
        note_lateness(now_() - due.leaves);
    }
    set_timer();
}

void Relay::note_lateness(Micros late) {
    const auto bucket = static_cast<std::size_t>(std::max<Micros>(late, 0) / kLatenessBucket);
    ++outcome_.lateness[std::min(bucket, kLatenessBuckets - 1)];
}

void Relay::set_timer() {
    const Micros next = in_flight_.empty() ? proto::kNever : in_flight_.top().leaves;
    if (next == timer_at_) return;
    timer_at_ = next;
    if (next == proto::kNever) return;
    timer_.expires_after(std::chrono::microseconds{next - now_()});
    timer_.async_wait([this](boost::system::error_code error) {
        if (error) return;
        timer_at_ = proto::kNever;
        send_due();
    });
}

Outcome Relay::outcome() const {
    Outcome result = outcome_;
    result.clients = clients_.size();
    result.seconds = static_cast<double>(now_() - began_) / 1e6;
    for (const auto& [address, client] : clients_) {
        add(result.up, client->up.counters());
        add(result.down, client->down.counters());
    }
    return result;
}

}  // namespace albireo::netem
