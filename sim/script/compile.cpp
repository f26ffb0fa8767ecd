#include "sim/script/compile.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "sim/level/difficulty.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/script/sandbox.hpp"
#include "sim/script/timeline.hpp"

namespace albireo::script {
namespace {

class Compiler {
  public:
    Compiler(Difficulty difficulty, const Resolver& resolver)
        : resolver_(resolver),
          out_(registry_, difficulty),
          trial_(registry_, difficulty),
          scenery_(out_),
          timeline_(out_, scenery_) {
        sandbox_.add_text("difficulty", std::string(name_of(difficulty)));
        add_words();
    }

    std::string run(std::string_view source, const std::string& file) {
        std::string error = sandbox_.run(source, file);
        if (!error.empty()) return error;
        if (!scenery_.has_level()) return file + ": there is no level { name, backdrop, ticks } in it";
        try {
            timeline_.finish();
        } catch (const Mistake& mistake) {
            return mistake.what();
        }
        error = check_level(out_.level);
        if (!error.empty()) return scenery_.level_place() + ": the level does not pass its check: " + error;
        derive(out_.level);
        return "";
    }

    Level take_level() { return std::move(out_.level); }

  private:
    using Arguments = std::span<const Value>;

    // A word with one argument.
    template <class Run>
    void word(const char* name, Run run) {
        sandbox_.add_word(name, [name, run](Arguments arguments) {
            if (arguments.size() != 1) {
                throw Mistake(std::string(name) + ": must have one argument, has " + std::to_string(arguments.size()));
            }
            if constexpr (std::is_void_v<decltype(run(arguments[0]))>) {
                run(arguments[0]);
                return Value{};
            } else {
                return Value::of_handle(run(arguments[0]));
            }
        });
    }

    void bare_word(const char* name, CueKind kind) {
        sandbox_.add_word(name, [this, name, kind](Arguments arguments) {
            if (!arguments.empty()) throw Mistake(std::string(name) + ": must have no argument");
            timeline_.cue(kind, 0, sandbox_.place());
            return Value{};
        });
    }

    void add_words() {
        const WholeRange ticks = {0, kLevelTicksMax};
        word("use", [this](const Value& value) { use(to_text(value, "use")); });
        word("level", [this](const Value& value) { scenery_.level(value, sandbox_.place()); });
        word("tile", [this](const Value& value) { scenery_.tile(value); });
        word("loop", [this](const Value& value) { loop(value); });
        word("endless", [this](const Value& value) { endless(value); });
        word("kind", [this](const Value& value) { declare(registry_.kinds, value, "kind"); });
        word("missile", [this](const Value& value) { declare(registry_.missiles, value, "missile"); });
        word("bullet", [this](const Value& value) { declare(registry_.bullets, value, "bullet"); });
        word("path", [this](const Value& value) { declare(registry_.paths, value, "path"); });
        word("at",
             [=, this](const Value& value) { timeline_.at(static_cast<std::uint32_t>(to_whole(value, "at", ticks))); });
        word("wait", [=, this](const Value& value) {
            timeline_.wait(static_cast<std::uint32_t>(to_whole(value, "wait", ticks)));
        });
        word("spawn", [this](const Value& value) { return timeline_.spawn(value, "spawn", sandbox_.place()); });
        word("boss", [this](const Value& value) { return timeline_.spawn(value, "boss", sandbox_.place()); });
        word("turret", [this](const Value& value) { return timeline_.turret(value, sandbox_.place()); });
        word("formation", [this](const Value& value) { return timeline_.formation(value, sandbox_.place()); });
        word("message", [this](const Value& value) {
            timeline_.cue(CueKind::message, out_.name(to_text(value, "message"), "message"), sandbox_.place());
        });
        word("raise", [this](const Value& value) {
            timeline_.cue(CueKind::raise, out_.flag(to_text(value, "raise"), "raise"), sandbox_.place());
        });
        word("tide", [this](const Value& value) { timeline_.tide(value, sandbox_.place()); });
        bare_word("warn", CueKind::warn);
        sandbox_.add_word("section", [this](Arguments arguments) {
            if (arguments.size() > 1) throw Mistake("section: must have at most one argument, its name");
            if (timeline_.is_in_lap()) throw Mistake("section: must not be among the cues of a loop, because each lap would begin it again");
            const std::uint16_t name =
                arguments.empty() ? kNone16 : out_.name(to_text(arguments[0], "section"), "section");
            timeline_.cue(CueKind::section, name, sandbox_.place());
            return Value{};
        });
    }

    void use(const std::string& name) {
        const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
        if (name.empty() || name.size() > 40 || !std::all_of(name.begin(), name.end(), fits)) {
            throw Mistake("use: must be a name of lower-case letters, digits and _, is \"" + name.substr(0, 60) + "\"");
        }
        if (!used_.insert(name).second) return;
        const auto source = resolver_ ? resolver_(name) : std::nullopt;
        if (!source) throw Mistake("use: there is no script '" + name + "'");
        sandbox_.run_within(*source, name + ".lua");
    }

    // Stores a declaration for later use, after checking it for mistakes.
    void declare(Registry::Sources& sources, const Value& value, const char* word) {
        Fields fields(value, word);
        const std::string name = fields.text("name");
        if (sources.contains(name)) throw Mistake(fields.where() + ": '" + name + "' is already declared");
        sources.emplace(name, value);
        try {
            if (&sources == &registry_.kinds) trial_.kind(name, word);
            if (&sources == &registry_.missiles) trial_.missile(name, word);
            if (&sources == &registry_.bullets) trial_.bullet(name, word);
            if (&sources == &registry_.paths) trial_.path(name, false, word);
        } catch (const Mistake&) {
            sources.erase(name);
            throw;
        }
        trial_.drop_level();
    }

    void loop(const Value& value) {
        if (is_endless_) throw Mistake("loop: an endless level has cards instead of loops");
        Fields fields(value, "loop");
        scenery_.loop(fields, sandbox_.place());
        const std::size_t index = scenery_.loops().size() - 1;
        const Value* first = fields.find("first");
        const Value* cues = fields.find("cues");
        fields.done();
        run_lap(index, first, "loop.first", true);
        run_lap(index, cues, "loop.cues", false);
    }

    void run_lap(std::size_t loop, const Value* function, const std::string& where, bool once) {
        if (function == nullptr) return;
        timeline_.begin_lap(loop, once);
        call(*function, where);
        timeline_.end_lap();
    }

    void call(const Value& function, const std::string& where) {
        if (function.type != Value::Type::function) {
            throw Mistake(where + ": must be function() ... end, is " + describe(function));
        }
        sandbox_.call_within(function);
    }

    void endless(const Value& value) {
        if (!scenery_.loops().empty()) throw Mistake("endless: an endless level has exactly one endless {}, and no loops");
        Fields fields(value, "endless");
        const auto cards = fields.items();
        fields.done();
        if (cards.empty() || cards.size() > kCardsMax) {
            throw Mistake("endless: must have 1 to " + std::to_string(kCardsMax) + " cards, has " + std::to_string(cards.size()));
        }
        is_endless_ = true;
        for (std::size_t i = 0; i < cards.size(); ++i) card(cards[i], "endless[" + std::to_string(i + 1) + "]");
    }

    void card(const Value& value, const std::string& where) {
        Fields fields(value, where);
        const std::size_t first_tile = out_.level.tiles.size();
        const Value* tiles = fields.find("tiles");
        if (tiles == nullptr) throw Mistake(fields.where("tiles") + ": is missing: a function that makes the card's tiles");
        call(*tiles, fields.where("tiles"));
        scenery_.card(fields, first_tile, sandbox_.place());
        const std::size_t index = scenery_.loops().size() - 1;
        const Value* boss = fields.find("boss");
        const auto ahead = static_cast<std::uint32_t>(fields.whole("ahead", {0, kCardTicksMax}, 0));
        const Value* first = fields.find("first");
        const Value* cues = fields.find("cues");
        fields.done();
        if (boss != nullptr) {
            timeline_.begin_lap(index, true);
            timeline_.at(ahead);
            const std::int32_t spawn = timeline_.spawn(*boss, "boss", sandbox_.place());
            timeline_.end_lap();
            scenery_.loops()[index].def.spawn = static_cast<std::uint16_t>(spawn);
        }
        run_lap(index, first, fields.where("first"), true);
        run_lap(index, cues, fields.where("cues"), false);
    }

    const Resolver& resolver_;
    Registry registry_;
    Emitter out_;
    Emitter trial_;  // used only to find mistakes; its level is discarded
    Scenery scenery_;
    Timeline timeline_;
    std::set<std::string> used_;
    bool is_endless_ = false;
    Sandbox sandbox_;
};

std::optional<std::string> read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    if (!in.good() && !in.eof()) return std::nullopt;
    return std::move(text).str();
}

}  // namespace

Compiled compile_level(std::string_view source, const std::string& file, Difficulty difficulty,
                       const Resolver& resolver) {
    Compiled compiled;
    Compiler compiler(difficulty, resolver);
    compiled.error = compiler.run(source, file);
    if (compiled.error.empty()) compiled.level = compiler.take_level();
    return compiled;
}

Compiled compile_level_file(const std::string& path, Difficulty difficulty) {
    const auto source = read_file(path);
    if (!source) return {.level = {}, .error = path + ": cannot be read"};
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    return compile_level(*source, path, difficulty, [&](std::string_view name) {
        const auto found = read_file(folder + std::string(name) + ".lua");
        return found ? found : builtin_source(name);
    });
}

Compiled compile_builtin_level(std::string_view name, Difficulty difficulty) {
    for (const BuiltinScript& script : builtin_scripts()) {
        if (script.is_level && script.name == name) {
            return compile_level(script.source, std::string(name) + ".lua", difficulty, builtin_source);
        }
    }
    return {.level = {}, .error = "there is no level '" + std::string(name) + "'; levels: " + builtin_levels_text()};
}

std::vector<std::string> builtin_levels() {
    std::vector<std::string> names;
    for (const BuiltinScript& script : builtin_scripts()) {
        if (script.is_level) names.emplace_back(script.name);
    }
    return names;
}

std::string builtin_levels_text() {
    std::string text;
    for (const std::string& name : builtin_levels()) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::optional<std::string> builtin_source(std::string_view name) {
    for (const BuiltinScript& script : builtin_scripts()) {
        if (script.name == name) return std::string(script.source);
    }
    return std::nullopt;
}

std::string sections_text(const Level& level) {
    const std::uint32_t count = section_count(level);
    if (count == 0) return "the level has no sections";
    std::string text = "the level has the sections";
    for (std::uint32_t section = 1; section <= count; ++section) {
        const std::string_view name = section_name(level, section);
        text += (section > 1 ? ", " : " ") + std::to_string(section) + (name.empty() ? "" : " ") + std::string(name);
    }
    std::string phases;
    for (std::uint32_t section = 1; section <= count; ++section) {
        const auto boss = boss_of_section(level, section);
        if (!boss) continue;
        const std::string name(level.name(level.kinds[boss->kind].name));
        phases += (phases.empty() ? "; phases of bosses: " : ", ") + name + ":1 to " + name + ":" + std::to_string(boss->phases);
    }
    return text + phases;
}

}  // namespace albireo::script
