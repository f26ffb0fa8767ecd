#pragma once
/// A level with the shapes of its ships, for searches of ways out.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "client/bot/bot_controller.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/bot/escape.hpp"

namespace albireo {

/// "Room to spare": the ship is so much larger on every side, in units.
inline constexpr float kSpare = 0.2F;

struct DodgeStage {
    std::string name;
    Level level{};
    bot::BodyStore store{};
    std::shared_ptr<const client::Bodies> bodies{};  // the ships as they are
    std::unique_ptr<client::Bodies> wide{};          // kSpare larger
};

/// Null: there is no such level; `error` says so.
inline std::unique_ptr<DodgeStage> make_dodge_stage(const std::string& name, const std::string& difficulty, std::string& error) {
    script::Compiled compiled = script::compile_builtin_level(name, *difficulty_of(difficulty));
    error = compiled.error;
    if (!error.empty()) return nullptr;
    auto stage = std::make_unique<DodgeStage>();
    stage->name = name;
    stage->level = std::move(compiled.level);
    stage->bodies = stage->store.of(stage->level);
    stage->wide = std::make_unique<client::Bodies>(*stage->bodies);
    stage->wide->widen_ship(kSpare);
    return stage;
}

struct WayOut {
    bool has_way = false, has_spare = false;  // for the ship as it is, and for the larger one
};
inline WayOut find_way_out(const DodgeStage& stage, const RecordedDeath& from, const Escape::Options& options) {
    // A way of the larger ship is a way of the ship.
    const bool has_spare = Escape(stage.level, *stage.wide, from, options).find().has_value();
    return {has_spare || Escape(stage.level, *stage.bodies, from, options).find().has_value(), has_spare};
}

/// "98.0 %"
inline std::string share(std::size_t part, std::size_t whole) {
    return whole == 0 ? "–" : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace albireo
