#pragma once
/// An activity without a window, for tests: simulated input, frames in virtual or real time, a device without GL.
#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <thread>

#include <doctest/doctest.h>

#include "client/app/activities/net_activity.hpp"
#include "client/gpu/null_device.hpp"

namespace albireo::app {

/// The time limit of steps that usually take moments, for a busy machine.
inline constexpr Micros kTimeout = 120'000'000;

struct ActivityFixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    platform::Input input;
    Micros now = 1'000'000;

    NetActivity make(PlayMode play_mode) {
        GameHostSetup setup;
        setup.play_mode = play_mode;
        setup.seed = 5;
        return NetActivity(open_local_game(bodies, setup), picture, Settings{}, {});
    }
    /// Runs `count` frames of this length.
    void frames(NetActivity& activity, int count, Micros length) {
        for (int i = 0; i < count; ++i) {
            activity.advance(input, now);
            activity.look(*view, now);
            input.next_frame();
            now += length;
        }
    }
    void tap(NetActivity& activity, platform::Key key) {
        input.pressed.push_back(key);
        frames(activity, 1, 16'667);
    }
    /// Runs them in real time, which games over sockets need.
    void run(std::initializer_list<NetActivity*> activities, const std::function<bool()>& done) {
        for (const Micros until = client::UdpClient::now() + kTimeout; client::UdpClient::now() < until && !done();) {
            for (NetActivity* activity : activities) {
                activity->advance(input, client::UdpClient::now());
                activity->look(*view, client::UdpClient::now());
            }
            input.next_frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        REQUIRE(done());
    }
    static std::uint16_t port_of(const GameHost& game_host) {
        const std::string address = game_host.address();
        return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    }
    std::uint16_t port = 0;
    void hold(platform::Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
};

}  // namespace albireo::app
