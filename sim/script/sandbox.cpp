// One file: the Lua state, its limits and the script's words belong to one struct that nothing else sees.
#include "sim/script/sandbox.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <lua.hpp>
#include <vector>

#include "platform/clock.hpp"
#include "sim/base/angle.hpp"
#include "sim/script/powers.hpp"

namespace albireo::script {
namespace {

constexpr int kHookEvery = 1000;  // instructions
constexpr int kDepthMax = 16;     // nested tables
constexpr std::size_t kTextMax = 200;

// The functions of Lua's own libraries that scripts may use.
constexpr const char* kBaseNames[] = {"assert", "error", "ipairs", "select", "tonumber", "type"};
constexpr const char* kMathNames[] = {"abs", "ceil", "floor", "max", "min", "sqrt", "tointeger", "huge"};

}  // namespace

// Lua is compiled as C++ here, so its errors are exceptions and unwind our stack properly. They must not be swallowed.
struct Sandbox::Lua {
    SandboxLimits limits;
    lua_State* state = nullptr;
    std::size_t memory_used = 0;
    std::uint64_t instructions_used = 0;
    std::size_t values_used = 0;
    std::chrono::nanoseconds began{};  // processor time of this thread
    std::vector<std::pair<std::string, Word>> words;
    std::vector<std::pair<std::string, std::string>> texts;
    std::vector<std::string> files;  // names of all scripts that were read, as in Lua's messages
    std::string last_file;           // file of the line that began last, for errors after the script has ended
    int last_line = 0;

    ~Lua() {
        if (state != nullptr) lua_close(state);
    }

    static Lua& of(lua_State* L) { return **static_cast<Lua**>(lua_getextraspace(L)); }

    static void* allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
        Lua& lua = *static_cast<Lua*>(self);
        if (block == nullptr) old_size = 0;  // for a new block Lua passes an object type here, not a size
        if (new_size == 0) {
            lua.memory_used -= old_size;
            std::free(block);
            return nullptr;
        }
        if (new_size > old_size && new_size - old_size > lua.limits.memory_bytes - lua.memory_used) return nullptr;
        void* moved = std::realloc(block, new_size);
        if (moved != nullptr) lua.memory_used += new_size - old_size;
        return moved;
    }

    static void watch(lua_State* L, lua_Debug* event) {
        Lua& lua = of(L);
        if (event->event == LUA_HOOKLINE) {
            lua_getinfo(L, "S", event);
            lua.last_file = event->short_src;
            lua.last_line = event->currentline;
            return;
        }
        lua.instructions_used += kHookEvery;
        guard(L, [&]() -> int {
            if (lua.instructions_used > lua.limits.instructions) {
                throw Mistake("more than " + std::to_string(lua.limits.instructions / 1'000'000) +
                              " million instructions; is there an infinite loop?");
            }
            // The time of this thread alone: other programs on a busy machine must not stop a script.
            if (platform::thread_processor_time() - lua.began > std::chrono::seconds(lua.limits.seconds)) {
                throw Mistake("more than " + std::to_string(lua.limits.seconds) +
                              " seconds of processor time; are there huge strings or tables?");
            }
            return 0;
        });
    }

    // `file:line` of the innermost Lua function that is running; empty if none is.
    static std::string place(lua_State* L) {
        lua_Debug frame;
        for (int depth = 0; lua_getstack(L, depth, &frame) != 0; ++depth) {
            lua_getinfo(L, "Sl", &frame);
            if (frame.currentline > 0) return std::string(frame.short_src) + ":" + std::to_string(frame.currentline);
        }
        return "";
    }

    // `file:line` of the line that began last; only the file if none has begun.
    std::string last_place(const std::string& file) const {
        return last_line == 0 ? file : last_file + ":" + std::to_string(last_line);
    }

    bool has_place(std::string_view message) const {
        return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
            if (!message.starts_with(file)) return false;
            const auto rest = message.substr(file.size(), 2);
            return rest.size() == 2 && rest[0] == ':' && rest[1] >= '0' && rest[1] <= '9';
        });
    }

    // Lua's message handler, called while the call stack of the error still exists. Adds the place to a message without
    // one.
    static int add_place(lua_State* L) {
        std::string message = "error() must be called with a string";
        if (lua_type(L, 1) == LUA_TSTRING) {
            std::size_t size = 0;
            const char* text = lua_tolstring(L, 1, &size);
            message.assign(text, size);
        }
        const std::string here = place(L);
        if (!here.empty() && !of(L).has_place(message)) message = here + ": " + message;
        lua_pushlstring(L, message.data(), message.size());
        return 1;
    }

    // ---- functions that scripts call

    // Runs work(), and turns a Mistake that it throws into a Lua error.
    template <class Work>
    static int guard(lua_State* L, Work&& work) {
        bool failed = false;
        int results = 0;
        try {
            results = work();
        } catch (const Mistake& mistake) {
            const std::string text = place(L) + ": " + mistake.what();
            lua_pushlstring(L, text.data(), text.size());
            failed = true;
        }
        return failed ? lua_error(L) : results;
    }

    static int call_word(lua_State* L) {
        return guard(L, [L] {
            Lua& lua = of(L);
            auto& [name, word] = lua.words[static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)))];
            const int count = lua_gettop(L);
            if (count > 8) throw Mistake(name + ": " + std::to_string(count) + " arguments, at most 8 make sense");
            std::vector<Value> arguments;
            for (int i = 1; i <= count; ++i) arguments.push_back(lua.to_value(i, name, kDepthMax));
            const Value result = word(arguments);
            if (result.type != Value::Type::handle) return 0;
            // As light userdata, which a script cannot create.
            lua_pushlightuserdata(L, reinterpret_cast<void*>(static_cast<std::intptr_t>(result.reference)));
            return 1;
        });
    }

    static int unknown_name(lua_State* L) {
        return guard(L, [L]() -> int {
            const std::string name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
            std::vector<std::string> known;
            for (const auto& [word, unused] : of(L).words) known.push_back(word);
            throw Mistake("unknown name '" + name.substr(0, 60) + "'" + nearest(name.substr(0, 60), known));
        });
    }

    static int to_string(lua_State* L) {
        return guard(L, [L] {
            switch (lua_type(L, 1)) {
                case LUA_TSTRING:
                case LUA_TNUMBER:
                    lua_settop(L, 1);
                    lua_tolstring(L, 1, nullptr);
                    return 1;
                case LUA_TBOOLEAN:
                    lua_pushstring(L, lua_toboolean(L, 1) != 0 ? "true" : "false");
                    return 1;
                default:
                    throw Mistake("tostring: must be a string, a number, true or false");  // addresses vary
            }
        });
    }

    static int append(lua_State* L) {
        return guard(L, [L] {
            if (lua_type(L, 1) != LUA_TTABLE || lua_gettop(L) != 2)
                throw Mistake("append: must be a table and one value");
            lua_rawseti(L, 1, static_cast<lua_Integer>(lua_rawlen(L, 1)) + 1);
            return 0;
        });
    }

    template <Fixed (*Function)(Angle)>
    static int of_degrees(lua_State* L) {
        return guard(L, [L] {
            int is_number = 0;
            const double degrees = lua_tonumberx(L, 1, &is_number);
            if (is_number == 0 || !(std::fabs(degrees) < 1e6)) throw Mistake("sin, cos: must be a number of degrees");
            const auto raw = static_cast<std::int64_t>(std::floor(degrees * 65536 / 360 + 0.5));
            lua_pushnumber(L, static_cast<double>(Function(Angle::from_raw(raw)).raw) / 65536);
            return 1;
        });
    }

    // ---- values

    Value to_value(int index, const std::string& where, int depth) {
        if (++values_used > limits.values)
            throw Mistake(where + ": more than " + std::to_string(limits.values) + " values in a script");
        if (depth == 0) throw Mistake(where + ": tables nested more than " + std::to_string(kDepthMax) + " deep");
        lua_State* L = state;
        luaL_checkstack(L, 8, nullptr);
        index = lua_absindex(L, index);
        Value value;
        switch (lua_type(L, index)) {
            case LUA_TNIL:
                break;
            case LUA_TBOOLEAN:
                value.type = Value::Type::boolean;
                value.truth = lua_toboolean(L, index) != 0;
                break;
            case LUA_TNUMBER:
                value.type = Value::Type::number;
                value.number = lua_tonumber(L, index);
                if (!(std::fabs(value.number) < 1e15))
                    throw Mistake(where + ": the number " + describe(value) + " is too large");
                break;
            case LUA_TSTRING: {
                std::size_t size = 0;
                const char* text = lua_tolstring(L, index, &size);
                if (size > kTextMax) {
                    throw Mistake(where + ": a string of " + std::to_string(size) + " bytes, at most " +
                                  std::to_string(kTextMax));
                }
                value.type = Value::Type::text;
                value.text.assign(text, size);
                break;
            }
            case LUA_TTABLE:
                read_table(value, index, where, depth);
                break;
            case LUA_TFUNCTION:
                value.type = Value::Type::function;
                lua_pushvalue(L, index);
                value.reference = luaL_ref(L, LUA_REGISTRYINDEX);
                break;
            case LUA_TLIGHTUSERDATA:
                value.type = Value::Type::handle;
                value.reference = static_cast<std::int32_t>(reinterpret_cast<std::intptr_t>(lua_touserdata(L, index)));
                break;
            default:
                throw Mistake(where + ": a value of a type that scripts cannot pass");
        }
        return value;
    }

    void read_table(Value& value, int index, const std::string& where, int depth) {
        lua_State* L = state;
        value.type = Value::Type::table;
        const lua_Unsigned size = lua_rawlen(L, index);
        if (size > limits.values) throw Mistake(where + ": a list of " + std::to_string(size) + " items is too long");
        for (lua_Unsigned i = 1; i <= size; ++i) {
            if (lua_rawgeti(L, index, static_cast<lua_Integer>(i)) == LUA_TNIL) {
                throw Mistake(where + "[" + std::to_string(i) + "]: is nil, in a list of " + std::to_string(size) + " items");
            }
            value.items.push_back(to_value(-1, where, depth - 1));
            lua_pop(L, 1);
        }
        lua_pushnil(L);
        while (lua_next(L, index) != 0) {
            if (lua_type(L, -2) == LUA_TSTRING) {
                Value key = to_value(-2, where, depth);
                value.fields.push_back(to_value(-1, where, depth - 1));
                value.fields.back().name = std::move(key.text);
            } else if (lua_isinteger(L, -2) == 0 || static_cast<lua_Unsigned>(lua_tointeger(L, -2)) - 1 >= size) {
                throw Mistake(where + ": a key that is neither a name nor an index of a list without gaps");
            }
            lua_pop(L, 1);
        }
        std::sort(value.fields.begin(), value.fields.end(),
                  [](const Value& a, const Value& b) { return a.name < b.name; });
    }

    // ---- running

    // Leaves the chunk's function on the stack, or an error message and false.
    bool load(std::string_view source, const std::string& file) {
        constexpr std::size_t kTail = LUA_IDSIZE - 4;  // Lua shortens a long name to "..." and its end
        files.push_back(file.size() < LUA_IDSIZE ? file : "..." + file.substr(file.size() - kTail));
        if (source.size() > limits.source_bytes) {
            const std::string text = file + ": " + std::to_string(source.size()) + " bytes, at most " +
                                     std::to_string(limits.source_bytes) + " are read";
            lua_pushlstring(state, text.data(), text.size());
            return false;
        }
        if (source.starts_with(LUA_SIGNATURE[0])) {
            lua_pushfstring(state, "%s: compiled code; only source is read", file.c_str());
            return false;
        }
        if (const int line = line_of_power(source); line != 0) {
            lua_pushfstring(state,
                            "%s:%d: '^' is not available, because its last digits differ between machines; multiply instead",
                            file.c_str(), line);
            return false;
        }
        return luaL_loadbufferx(state, source.data(), source.size(), ("@" + file).c_str(), "t") == LUA_OK;
    }

    // Copies functions from the library on top of the stack, and pops it.
    void copy_names(std::span<const char* const> names, int to) {
        lua_State* L = state;
        for (const char* name : names) {
            lua_getfield(L, -1, name);
            lua_setfield(L, to, name);
        }
        lua_pop(L, 1);
    }

    // Builds the only table of globals. The libraries that it takes functions from are dropped.
    void make_globals() {
        lua_State* L = state;
        lua_newtable(L);
        const int globals = lua_gettop(L);
        lua_pushcfunction(L, luaopen_base);
        lua_call(L, 0, 1);
        copy_names(kBaseNames, globals);
        lua_pushcfunction(L, luaopen_math);
        lua_call(L, 0, 1);
        lua_newtable(L);
        lua_insert(L, -2);
        copy_names(kMathNames, lua_gettop(L) - 1);
        lua_pushcfunction(L, of_degrees<sine>);
        lua_setfield(L, -2, "sin");
        lua_pushcfunction(L, of_degrees<cosine>);
        lua_setfield(L, -2, "cos");
        lua_setfield(L, globals, "math");
        lua_pushcfunction(L, to_string);
        lua_setfield(L, globals, "tostring");
        lua_pushcfunction(L, append);
        lua_setfield(L, globals, "append");
        for (std::size_t i = 0; i < words.size(); ++i) {
            lua_pushinteger(L, static_cast<lua_Integer>(i));
            lua_pushcclosure(L, call_word, 1);
            lua_setfield(L, globals, words[i].first.c_str());
        }
        for (const auto& [name, text] : texts) {
            lua_pushlstring(L, text.data(), text.size());
            lua_setfield(L, globals, name.c_str());
        }
        lua_newtable(L);
        lua_pushcfunction(L, unknown_name);
        lua_setfield(L, -2, "__index");
        lua_setmetatable(L, globals);
        lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    }

    struct Start {
        std::string_view source;
        const std::string& file;
    };

    static int start(lua_State* L) {
        Lua& lua = of(L);
        const Start& start = *static_cast<const Start*>(lua_touserdata(L, 1));
        lua_settop(L, 0);
        lua.make_globals();
        lua_sethook(L, watch, LUA_MASKCOUNT | LUA_MASKLINE, kHookEvery);
        if (!lua.load(start.source, start.file)) return lua_error(L);
        lua_call(L, 0, 0);
        return 0;
    }
};

Sandbox::Sandbox(const SandboxLimits& limits) : lua_(std::make_unique<Lua>()) {
    lua_->limits = limits;
}
Sandbox::~Sandbox() = default;

void Sandbox::add_word(std::string name, Word word) {
    lua_->words.emplace_back(std::move(name), std::move(word));
}
void Sandbox::add_text(std::string name, std::string text) {
    lua_->texts.emplace_back(std::move(name), std::move(text));
}

std::string Sandbox::run(std::string_view source, const std::string& file) {
    Lua& lua = *lua_;
    lua.began = platform::thread_processor_time();
    lua.state = lua_newstate(Lua::allocate, &lua);
    if (lua.state == nullptr) return file + ": no memory for a Lua interpreter";
    *static_cast<Lua**>(lua_getextraspace(lua.state)) = &lua;
    Lua::Start start{source, file};
    lua_pushcfunction(lua.state, Lua::add_place);
    lua_pushcfunction(lua.state, Lua::start);
    lua_pushlightuserdata(lua.state, &start);
    const int status = lua_pcall(lua.state, 1, 0, 1);
    if (status == LUA_OK) return "";
    if (status == LUA_ERRMEM) {
        return lua.last_place(file) + ": more than " + std::to_string(lua.limits.memory_bytes >> 20) +
               " MiB of memory; are there strings or tables that grow without limit?";
    }
    if (status < 0) return lua.last_place(file) + ": out of memory";  // an exception of C++, not of Lua
    if (status == LUA_ERRERR) return lua.last_place(file) + ": calls are nested too deeply; is there an infinite recursion?";
    std::size_t size = 0;
    const char* text = lua_tolstring(lua.state, -1, &size);
    std::string error(text, std::min<std::size_t>(size, 1000));
    std::replace_if(
        error.begin(), error.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return error;
}

void Sandbox::run_within(std::string_view source, const std::string& file) {
    if (!lua_->load(source, file)) lua_error(lua_->state);
    lua_call(lua_->state, 0, 0);
}

void Sandbox::call_within(const Value& function) {
    lua_rawgeti(lua_->state, LUA_REGISTRYINDEX, function.reference);
    lua_call(lua_->state, 0, 0);
}

std::string Sandbox::place() const {
    return Lua::place(lua_->state);
}

}  // namespace albireo::script
