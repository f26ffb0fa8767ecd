// Goal: every event takes a client from each state to the right next state; the final states stay final.
#include <array>

#include <doctest/doctest.h>

#include "client/net/client_stage.hpp"

namespace albireo::client {
namespace {

using Event = ClientStage::Event;
using State = ClientStage::State;

ClientStage at(State state) {
    ClientStage stage;
    const auto lead = [&](std::initializer_list<Event> events) {
        for (const Event event : events) REQUIRE(stage.note(event));
    };
    switch (state) {
        case State::connecting: break;
        case State::entering: lead({Event::greeted}); break;
        case State::loading: lead({Event::greeted, Event::level_missing}); break;
        case State::waiting: lead({Event::greeted, Event::level_missing, Event::seated}); break;
        case State::playing: lead({Event::greeted, Event::seated, Event::began}); break;
        case State::returning: lead({Event::greeted, Event::seated, Event::began, Event::cut_off}); break;
        case State::ended: lead({Event::greeted, Event::seated, Event::began, Event::over}); break;
        case State::failed: lead({Event::failed}); break;
    }
    REQUIRE(stage.state() == state);
    return stage;
}

}  // namespace

TEST_CASE("client stage: every event, from every state") {
    constexpr State C = State::connecting, E = State::entering, L = State::loading, W = State::waiting,
                    P = State::playing, R = State::returning, X = State::ended, F = State::failed;
    constexpr std::size_t kStates = 8;
    struct Row {
        Event event;
        std::array<State, kStates> to;
    };
    for (const Row& row : {
             //        from:         C  E  L  W  P  R  X  F
             Row{Event::greeted,       {E, E, L, W, P, R, X, F}},
             Row{Event::level_missing, {L, L, L, L, P, R, X, F}},
             Row{Event::seated,        {W, W, W, W, P, R, X, F}},
             Row{Event::began,         {C, E, L, P, P, P, X, F}},
             Row{Event::cut_off,       {C, E, L, W, R, R, X, F}},
             Row{Event::over,          {X, X, X, X, X, X, X, F}},
             Row{Event::failed,        {F, F, F, F, F, F, X, F}},
         }) {
        for (std::size_t from = 0; from < kStates; ++from) {
            ClientStage stage = at(static_cast<State>(from));
            INFO("event ", static_cast<int>(row.event), " from state ", from);
            CHECK(stage.note(row.event) == (static_cast<std::size_t>(row.to[from]) != from));
            CHECK(stage.state() == row.to[from]);
        }
    }
}

}  // namespace albireo::client
