#include "tests/session/load_thread.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "platform/process.hpp"
#include "tests/session/idle_timer.hpp"

namespace albireo::session_tests {
namespace {

platform::Endpoint ipv4(std::uint8_t second, std::uint8_t third, std::uint8_t fourth, std::uint16_t port) {
    platform::Endpoint end{.host = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, second, third, fourth}};
    end.port = port;
    return end;
}

}  // namespace

Micros LoadThread::now() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1};
}

LoadThread::LoadThread(const RecordedGame& game, const Options& options)
    : game_(game), options_(options), socket_(platform::SocketHandle::Family::both), server_(ipv4(0, 0, 1, options.port)) {
    if (!socket_.is_open()) {
        error_ = "this computer has no IPv6, whose sockets can tell and choose their own address";
        return;
    }
    socket_.tell_own();
    socket_.set_receive_buffer(16 << 20);
    if (const int reason = socket_.bind({}); reason != 0) error_ = std::string("cannot bind a socket: ") + std::strerror(reason);
}

LoadThread::~LoadThread() {
    stop();
}

void LoadThread::start() {
    thread_ = std::thread([this] { run(); });
}

Micros LoadThread::processor_time() {
    return platform::processor_micros(thread_);
}

std::string LoadThread::stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    for (const auto& player : players_) {
        if (!player->failure().empty()) return player->failure();
    }
    return {};
}

/// The address of a player: 127.16.0.0 and on for the first thread.
platform::Endpoint LoadThread::own_end(PlayerId id) const {
    return ipv4(static_cast<std::uint8_t>(16 + options_.number), static_cast<std::uint8_t>(id >> 8), static_cast<std::uint8_t>(id), 0);
}

void LoadThread::run() {
    if (options_.core >= 0) stay_on_core(options_.core);
    next_creation_ = now();
    while (!stop_) {
        const Micros began = now();
        read_all();
        create_due(began);
        for (auto id = due_.pop(began); id; id = due_.pop(began)) advance(*id, began);
        if (!out_.is_empty()) figures_.datagrams_refused += out_.send(socket_);
        ++figures_.passes;
        // Nothing is lost by not waiting for the socket: with many players something is due in each pass.
        const Micros rest = kPassEvery - (now() - began);
        if (rest > 0) platform::wait_readable(-1, rest);
    }
}

void LoadThread::read_all() {
    do {
        // Errors that the network has told of belong to single datagrams.
        if (const int error = in_.read(socket_); error == EAGAIN) return;
        const Micros at = now();
        for (std::size_t i = 0; i < in_.size(); ++i) {
            const platform::HostBytes own = in_.about(i).own.host;
            const PlayerId id = static_cast<PlayerId>(own[14]) << 8 | own[15];
            if (id >= players_.size()) continue;
            ++figures_.datagrams_in;
            players_[id]->receive(in_.bytes(i), at);
            due_.hasten(id, players_[id]->next_due(at));
        }
    } while (in_.is_full());
}

/// A second player joins as soon as the first has a code.
void LoadThread::create_due(Micros now) {
    if (players_.size() % 2 != 0) {
        const LoadPlayer& gold = *players_.back();
        if (gold.code().empty()) return;
        add_player(gold.code(), now);
        players_.back()->set_partner(gold);
        players_[players_.size() - 2]->set_partner(*players_.back());
    }
    if (created_ == options_.sessions || now < next_creation_) return;
    ++created_;
    next_creation_ = std::max(next_creation_ + options_.create_every, now - options_.create_every);
    add_player({}, now);
}

void LoadThread::add_player(std::string code, Micros now) {
    // All connections of a server prove the same key.
    if (!key_ && !players_.empty()) key_ = players_.front()->server_key();
    const auto id = static_cast<PlayerId>(players_.size());
    const auto connect_id = static_cast<std::uint32_t>(now) + id;
    players_.push_back(std::make_unique<LoadPlayer>(game_, figures_, connect_id, std::move(code), key_));
    due_.set(id, now);
}

void LoadThread::advance(PlayerId id, Micros now) {
    LoadPlayer& player = *players_[id];
    const platform::Endpoint own = own_end(id);
    player.advance(now, [&](std::span<const std::uint8_t> datagram) {
        if (out_.is_full()) figures_.datagrams_refused += out_.send(socket_);
        out_.add(socket_, server_, datagram, {}, &own);
        ++figures_.datagrams_out;
    });
    due_.set(id, player.next_due(now));
}

}  // namespace albireo::session_tests
