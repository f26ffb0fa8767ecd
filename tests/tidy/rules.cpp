#include "tests/tidy/rules.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace albireo::tidy {
namespace {

struct Module {
    std::string_view name;
    std::vector<std::string_view> uses;  // in addition to itself; "product" is every module but those of tests
};

/// Which modules may include which. Tests may use every module of the product, and nothing may use tests. What several modules of
/// tests share is in tests/support. A session's tests use storm's games, and attacks use both; never the other way.
const std::vector<Module>& modules() {
    static const std::vector<Module> all = {
        {"sim/base", {}},
        {"sim/level", {"sim/base", "sim/fields.hpp"}},
        {"sim/game", {"sim/base", "sim/level", "sim/fields.hpp", "sim"}},
        {"sim", {"sim/base", "sim/level", "sim/fields.hpp", "sim/game"}},
        {"sim/fields.hpp", {"sim/base"}},
        {"platform", {}},
        {"console", {"platform", "sim", "sim/level", "sim/base", "sim/fields.hpp"}},
        {"sim/script", {"platform", "sim/base", "sim/level", "sim/fields.hpp", "sim", "console"}},
        {"sim/witness", {"sim/base", "sim/level", "sim/fields.hpp", "sim"}},
        {"proto", {"platform", "sim", "sim/base", "sim/level", "sim/fields.hpp", "sim/witness"}},
        {"reach", {"platform", "sim/base", "proto"}},
        {"replays", {"platform", "sim", "sim/base", "sim/level", "sim/fields.hpp", "sim/witness", "proto", "reach", "console"}},
        {"web",
         {"sim", "sim/base", "sim/game", "sim/level", "sim/script", "sim/witness", "proto", "replays", "client/audio", "client/bot", "client/gpu", "client/math", "client/models", "client/music", "client/net", "client/predict",
          "client/render", "client/scene", "client/text", "client/words", "console"}},
        {"http", {}},
        {"server/limits", {"proto"}},
        {"scores/entry", {"platform", "sim", "sim/base", "sim/level", "sim/script", "proto", "replays", "http", "console"}},
        {"scores",
         {"platform", "sim", "sim/base", "sim/level", "sim/fields.hpp", "sim/script", "sim/witness", "proto", "replays", "http", "server/limits", "console",
          "scores/entry"}},
        {"server",
         {"platform", "sim", "sim/base", "sim/level", "sim/fields.hpp", "sim/script", "sim/witness", "proto", "reach", "replays",
          "console", "http", "server/limits"}},
        {"client/math", {}},
        {"client/text", {}},
        {"client/words", {"platform", "client/text"}},
        {"client/models", {"client/math", "sim/script", "console"}},
        {"client/collide", {"client/math", "client/models"}},
        {"client/predict",
         {"sim", "sim/base", "sim/game", "sim/level", "sim/witness", "proto", "client/collide", "client/models", "client/math"}},
        {"client/net", {"platform", "sim", "sim/base", "sim/level", "sim/witness", "proto", "client/predict", "client/words"}},
        {"client/bot",
         {"platform", "sim", "sim/base", "sim/game", "sim/level", "sim/script", "sim/witness", "proto", "reach", "client/predict", "client/net",
          "console"}},
        {"client/level",
         {"sim", "sim/base", "sim/fields.hpp", "sim/game", "sim/level", "sim/script", "client/bot", "client/models", "client/predict", "console"}},
        {"client/scene",
         {"sim", "sim/base", "sim/game", "sim/level", "client/math", "client/models", "client/collide",
          "client/predict", "client/text", "client/words", "client/audio/place.hpp"}},
        {"client/platform", {"platform", "client/gpu", "client/text"}},
        {"client/gpu", {"platform", "client/math", "console"}},
        {"client/render", {"client/gpu", "client/scene", "client/math", "client/text", "client/words", "client/render/hud_layout.hpp"}},
        {"client/ui", {"client/scene", "client/gpu", "client/math", "client/platform", "client/text"}},
        {"client/audio", {"platform", "sim", "sim/base", "sim/level", "client/audio/place.hpp"}},
        {"client/audio/place.hpp", {}},
        {"client/render/hud_layout.hpp", {"client/scene", "client/math", "client/text"}},
        {"client/voice", {"sim/base", "proto", "client/audio"}},
        {"client/music", {"sim", "sim/base", "sim/game", "sim/level", "client/audio", "console"}},
        {"client", {"sim", "proto", "replays", "client/*"}},
        {"client/app/pictures",
         {"platform", "sim", "sim/base", "sim/game", "sim/level", "sim/script", "sim/witness", "proto", "replays", "client/audio", "client/bot", "client/gpu",
          "client/models", "client/music", "client/net", "client/predict", "client/render", "client/scene", "client/words", "console"}},
        {"client/app/controls", {"platform", "sim", "replays", "client/bot", "client/platform", "client/render", "client/scene", "client/text", "client/words"}},
        {"client/app/boards", {"sim/level", "sim/witness", "proto", "replays", "http", "scores/entry", "client/text", "client/words"}},
        {"client/app/ghosts", {"sim", "sim/game", "sim/level", "proto", "replays", "scores/entry", "client/predict", "client/scene", "client/app/boards"}},
        {"client/app/menu",
         {"sim/base", "sim/level", "sim/script", "proto", "reach", "client/net", "client/text", "client/words", "client/app/boards", "client/app/controls"}},
        {"client/app/activities",
         {"platform", "sim", "sim/base", "sim/game", "sim/level", "sim/script", "sim/witness", "proto", "reach", "replays", "server",
          "client/audio", "client/bot", "client/net", "client/platform", "client/predict", "client/scene", "client/voice", "client/words",
          "client/app/boards", "client/app/controls", "client/app/ghosts", "client/app/pictures"}},
        {"client/app/replay_viewer",
         {"sim", "replays", "client/bot", "client/platform", "client/predict", "client/text", "client/words", "client/app/boards", "client/app/controls",
          "client/app/pictures", "client/app/activities"}},
        {"client/app/inspector",
         {"sim", "proto", "client/bot", "client/collide", "client/net", "client/predict", "client/ui",
          "client/app/activities"}},
        {"client/app/screens",
         {"platform", "sim/base", "sim/script", "proto", "reach", "replays", "server", "scores/entry", "console", "client/bot", "client/gpu", "client/platform", "client/render/hud_layout.hpp", "client/scene", "client/text", "client/ui", "client/words",
          "client/app/boards", "client/app/inspector", "client/app/menu", "client/app/pictures", "client/app/activities", "client/app/replay_viewer"}},
        {"client/app",
         {"platform", "sim", "sim/base", "sim/game", "sim/level", "sim/script", "sim/witness", "proto", "reach", "replays", "server", "scores/entry",
          "console", "client/*"}},
        {"tests/support", {"product"}},
        {"tests/storm", {"product", "tests/support"}},
        {"tests/session", {"product", "tests/support", "tests/storm"}},
        {"tests/attacks", {"product", "tests/support", "tests/storm", "tests/session"}},
        {"tests", {"*"}},
    };
    return all;
}

const Module* find_module(std::string_view name) {
    const auto found =
        std::find_if(modules().begin(), modules().end(), [&](const Module& module) { return module.name == name; });
    return found == modules().end() ? nullptr : &*found;
}

bool begins_with_folder(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// A library's headers and the only places that may include them.
struct Library {
    std::string_view header;  // how its name begins, or how it ends if this begins with '*'
    std::vector<std::string_view> places;
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> all = {
        {"enet/", {"proto/enet_base.hpp", "proto/enet_sockets.cpp", "tests/support/virtual_udp.cpp"}},
        {"proto/enet_base.hpp", {"proto/enet_link.cpp"}},
        {"proto/enet_sockets.hpp", {"proto/enet_base.hpp", "proto/enet_sockets.cpp", "tests/support/virtual_udp.cpp"}},
        {"*.pb.h", {"proto/codec.cpp", "replays/record_format.cpp"}},
        {"google/protobuf", {"proto/codec.cpp", "replays/record_format.cpp"}},
        {"boost/", {"http", "server/web/", "tests/netem"}},
        {"GLFW/", {"client/platform"}},
        {"epoxy/", {"client/gpu/gl_api.hpp", "client/gpu/egl_context.cpp"}},
        {"GLES3/", {"client/gpu/gl_api.hpp"}},
        {"GL/", {"client/gpu"}},
        {"EGL/", {"client/gpu"}},
        {"imgui", {"client/ui"}},
        {"backends/imgui", {"client/ui"}},
        {"ft2build", {"client/text/font_face.cpp"}},
        {"fontconfig/", {"client/text/system_fonts.cpp"}},
        {"hb", {"client/text/shaper.cpp"}},
        {"fribidi", {"client/text/shaper.cpp"}},
        {"AL/", {"client/audio"}},
        {"kiss_fft", {"client/scene/ripples.cpp"}},
        {"lua", {"sim/script/sandbox.cpp"}},
        {"opus", {"client/voice/codec.cpp"}},
        {"spdlog/", {"console", "http", "server", "scores", "replays/replay_", "client/bot", "client/app", "client/main", "tests"}},
        {"qrencode", {"client/app/activities/qr.cpp"}},
        {"miniupnpc", {"reach/upnp.cpp"}},
        {"doctest/", {"tests"}},
        {"benchmark/", {"tests/bench"}},
        {"xxhash", {"sim/base/hash.cpp", "sim/base/hash_avx2.cpp", "tests/sim/hash_test.cpp"}},
        {"zstd", {"replays/packed.cpp"}},
        {"emscripten", {"web/module/exports_", "client/gpu/web_context.cpp"}},
        {"sodium", {"proto", "scores/entry/key.cpp", "server", "tests/support/fixed_entropy.hpp"}},
        {"sqlite3", {"scores/database.cpp"}},
        {"CLI/", {"console/arguments.cpp"}},
        {"toml++/", {"server/config_file.cpp"}},
        {"hiredis", {"server/fleet/redis.cpp"}},
        {"utf8proc", {"proto/names.cpp", "proto/joiners.cpp"}},
    };
    return all;
}

/// Headers that only POSIX systems have, and the only places that may include them: what a port to another system has to write
/// (platform/README.md).
constexpr std::string_view kPosixHeaders[] = {"arpa/", "dlfcn.h", "fcntl.h", "ifaddrs.h", "linux/", "net/",  "netdb.h",  "netinet/", "poll.h",
                                              "pthread.h", "pwd.h", "sched.h", "signal.h", "spawn.h", "sys/", "termios.h", "unistd.h"};
constexpr std::string_view kPosixPlaces[] = {
    "platform/", "console/", "tests/"};

/// Functions of POSIX by name, because other headers bring some of them along.
constexpr const char* kPosixCalls =
    R"((^|[^\w:.>"]|[^\w]::)(getpid|isatty|fsync|fdatasync|fallocate|mmap|munmap|unlink|flock|ftruncate|pread|pwrite|setsockopt|getsockopt|getsockname|recvfrom|recvmsg|sendto|sendmsg|ppoll|posix_spawnp?|waitpid|getrlimit|setrlimit|getrusage|setpriority|sysconf|fork|execvp?e?|fcntl|ioctl|readlink|symlink|chmod|chown|mkfifo|geteuid|getuid|gethostname|getaddrinfo|nice|setenv|unsetenv|mkstemp|mkdtemp|sigaction|inet_pton|inet_ntop|[hn]to[hn][sl]|pthread_\w+|dlopen|dlsym|usleep|nanosleep|fdopen|popen|gmtime_r|localtime_r|clock_gettime|dup2?)\s*\()";

/// Other things that only POSIX or Linux has: signals beyond the standard's, Asio's descriptors, the system's own files.
constexpr const char* kPosixWords = R"(\b(SIG(HUP|PIPE|CHLD|KILL|USR[12]|ALRM|QUIT|BUS)|asio::posix)\b)";
constexpr const char* kSystemFiles = R"("/(proc|sys|dev)/)";

bool has_posix(std::string_view path) {
    return std::ranges::any_of(kPosixPlaces, [&](std::string_view place) { return path.starts_with(place); });
}

/// All standard headers that the core may include: no clock, no thread, no hash order, no float.
const std::set<std::string_view>& core_headers() {
    static const std::set<std::string_view> all = {
        "algorithm", "array", "bit",    "cassert",     "compare",     "concepts", "cstddef", "cstdint", "cstring",
        "limits",    "optional", "span", "string", "string_view", "tuple", "type_traits", "utility", "vector", "xxhash.h"};
    return all;
}

bool is_core(std::string_view path) {
    return path.starts_with("sim/") && !begins_with_folder(path, "sim/script") &&
           !begins_with_folder(path, "sim/witness");
}

/// Where a hazard is refused: in all code, in all code but tests, in the core, or only in code that runs every tick (sim/game,
/// sim/base and the files beside them).
enum class Where { anywhere, programs, core, tick };

struct Trap {
    const char* pattern;
    std::string_view why;
    Where where = Where::core;
};

constexpr Trap kTraps[] = {
    {R"(\b(float|double)\b)", "a float: machines and compilers round differently"},
    {R"((^|[^\w.])\d[\d']*(\.\d*|e[-+]?\d+)([^\w.]|f\b|$))", "a floating-point number"},
    // Literal operators must declare this type.
    {R"(\blong\b(?! long (units|milli)\)| (units|milli)\)))", "long is 32 bits here and 64 there"},
    {R"(\b(wchar_t|time_t|ssize_t|intptr_t|uintptr_t)\b)", "its size depends on the machine"},
    {R"((^|[^<,\w] *|const )\bchar\b(?! *(\*|\(&)))", "plain char is signed here and unsigned there"},
    {R"(\bstd::(unordered_\w+|hash)\b)", "its order or value depends on the library"},
    {R"(\bstd::(sort|partial_sort|nth_element|make_heap|push_heap|pop_heap|sort_heap|priority_queue)\b)",
     "the order of equal items depends on the library; use std::stable_sort or a total order of your own"},
    {R"(\bstd::(shuffle|sample|random_device|mt19937\w*|\w+_distribution)\b|\b(rand|srand)\s*\()",
     "the numbers depend on the library; use Random"},
    {R"(\b(chrono|time|clock|gettimeofday|clock_gettime)\s*(\(|::))", "the core knows no clock but the tick"},
    {R"(\b(thread|mutex|atomic|thread_local|volatile)\b)",
     "the core runs in one thread and keeps nothing between calls"},
    {R"(\bstd::(map|set)\s*<[^,>]*\*)", "ordered by addresses in memory"},
    {R"(^\s*(static|inline)\s+(?!constexpr|consteval|const\b|_assert)(?![^;={]*\()[^;]*(=|;))",
     "a global, shared by all games of a process"},
    {R"(\b(new|malloc|calloc|realloc|alloca)\b\s*[\w(]|\bstd::(vector|string|function|unique_ptr|shared_ptr)\b)",
     "code that runs every tick must not allocate", Where::tick},
    {R"(\b(try|catch)\b|\bgoto\b|\bsetjmp\b)", "a tick must run to its end", Where::tick},
    {R"(\(&[\w.\[\]]+\.[xyz]\)\s*\[)", "indexing from a member's address is undefined; use the vector's operator[]",
     Where::anywhere},
    {R"(\*\w*(world|confirmed|predicted|truth|before|after|now|scratch)_?\s*=[^=])",
     "this also copies the unused part of every pool; use copy_world()", Where::anywhere},
    {R"(\bstd::ranges::(remove|remove_if|unique|rotate|partition|stable_partition|search|search_n|equal_range|find_end|subrange)\b)",
     "it gives a subrange, which Clang 14 cannot compile with libstdc++ 12; use the algorithm of iterators", Where::programs},
    {R"(\bstd::(ranges::)?views?::)", "Clang 14 cannot compile a view with libstdc++ 12", Where::programs},
};

/// All of the core except what loads levels and what replicas keep beside the world.
bool runs_every_tick(std::string_view path) {
    return is_core(path) && !begins_with_folder(path, "sim/level") && !path.starts_with("sim/digest_history");
}

}  // namespace

std::string module_of(std::string_view path) {
    std::string_view best;
    for (const Module& module : modules()) {
        if (begins_with_folder(path, module.name) && module.name.size() > best.size()) best = module.name;
    }
    return std::string(best);
}

bool is_header_of(std::string_view header, std::string_view library) {
    return library.starts_with('*') ? header.ends_with(library.substr(1)) : header.starts_with(library);
}

bool may_use(std::string_view module, std::string_view other) {
    if (module == other) return true;
    const Module* found = find_module(module);
    if (found == nullptr) return false;
    for (const std::string_view used : found->uses) {
        if (used == "*" || used == other || (used == "product" && !begins_with_folder(other, "tests"))) return true;
        if (used.ends_with("/*") && begins_with_folder(other, used.substr(0, used.size() - 2))) return true;
    }
    return false;
}

Findings check_includes(const Source& source) {
    Findings findings;
    const std::string module = module_of(source.path);
    if (module.empty()) return {{source.path, 0, "this folder is no module: add it to tests/tidy/rules.cpp"}};
    for (const Include& include : includes_of(source)) {
        const auto find = [&](std::string what) { findings.push_back({source.path, include.line, std::move(what)}); };
        const std::string other = module_of(include.header);
        if (!include.angled && !other.empty() && !may_use(module, other)) {
            find(module + " must not include " + include.header + ": " + module + " may not use " + other);
        }
        for (const Library& library : libraries()) {
            if (!is_header_of(include.header, library.header)) continue;
            const bool inside = std::any_of(library.places.begin(), library.places.end(),
                                            [&](std::string_view place) { return source.path.starts_with(place); });
            if (!inside) find(include.header + " may be included only in " + std::string(library.places[0]));
        }
        const auto is_posix = std::ranges::any_of(kPosixHeaders, [&](std::string_view header) { return include.header.starts_with(header); });
        if (include.angled && is_posix && !has_posix(source.path)) {
            find("<" + include.header + "> is of POSIX: such calls belong into platform/ (kPosixPlaces lists the other files that have some)");
        }
        if (is_core(source.path) && include.angled && !core_headers().contains(include.header)) {
            find("the core must not include <" + include.header + ">");
        }
    }
    return findings;
}

Findings check_traps(const Source& source) {
    Findings findings;
    for (const Trap& trap : kTraps) {
        if (trap.where == Where::programs && begins_with_folder(source.path, "tests")) continue;
        if (trap.where >= Where::core && !is_core(source.path)) continue;
        if (trap.where == Where::tick && !runs_every_tick(source.path)) continue;
        const std::regex pattern(trap.pattern);
        for (std::size_t i = 0; i < source.code.size(); ++i) {
            std::smatch match;
            if (source.code[i].find("#include") != std::string::npos) continue;
            if (!std::regex_search(source.code[i], match, pattern)) continue;
            findings.push_back({source.path, i + 1, "'" + match.str() + "': " + std::string(trap.why)});
        }
    }
    static const std::regex posix(kPosixCalls), words(kPosixWords), files(kSystemFiles);
    for (std::size_t i = 0; i < source.code.size() && !has_posix(source.path); ++i) {
        std::smatch match;
        if (std::regex_search(source.code[i], match, posix)) findings.push_back({source.path, i + 1, match.str() + ": calls of the system belong into platform/"});
        if (std::regex_search(source.code[i], match, words) || std::regex_search(source.lines[i], match, files)) {
            findings.push_back({source.path, i + 1, match.str() + ": only POSIX has it; platform/ has what every system has"});
        }
    }
    return findings;
}

Findings check_length(std::string_view path, std::string_view text) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    std::size_t head = 0;  // where its first lines end
    for (int line = 0; line < 5 && head != std::string_view::npos; ++line) head = text.find('\n', head + (line > 0 ? 1 : 0));
    const bool has_reason = text.substr(0, head).find(" One file: ") != std::string_view::npos;
    const std::size_t most = has_reason ? kLinesMax : kLinesWithoutReason;
    if (lines <= most) return {};
    return {{std::string(path), 0,
             std::to_string(lines) + " lines, at most " + std::to_string(most) + (has_reason ? "" : " without a reason in its head") +
                 ": split it"}};
}

Findings check_test_names(std::string_view path, std::string_view text) {
    static const std::regex pattern(R"re(\bTEST_CASE\w*\([^"]*"[^"]*;)re");
    Findings findings;
    const auto lines = split_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::regex_search(lines[i], pattern)) findings.push_back({std::string(path), i + 1, "a test's name with a semicolon: CTest would not run it"});
    }
    return findings;
}

Findings check_machine_paths(std::string_view path, std::string_view text) {
    static const std::regex pattern(R"((^|[\s"'=(:])/(home|work|root|Users|mnt)/\w)");
    Findings findings;
    const auto lines = split_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::regex_search(lines[i], pattern))
            findings.push_back({std::string(path), i + 1, "an absolute path of one machine"});
    }
    return findings;
}

Findings check_links(const std::map<std::string, std::string>& files) {
    struct Link {
        std::string path, target;
        std::size_t line;
    };
    std::map<std::string, std::string> home;  // target → folder
    std::vector<Link> links;
    static const std::regex call(R"((\w+)\s*\(([^()]*)\))");
    static const std::set<std::string> makers = {"albireo_library",   "albireo_program", "albireo_test",
                                                 "albireo_test_tool", "add_library",     "add_executable"};
    for (const auto& [path, text] : files) {
        std::string plain = text;  // without comments
        for (std::size_t i = 0, comment = 0; i < plain.size(); ++i) {
            comment = plain[i] == '\n' ? 0 : comment != 0 || plain[i] == '#';
            if (comment != 0) plain[i] = ' ';
        }
        const std::string folder = path.substr(0, path.find_last_of('/'));
        for (auto it = std::sregex_iterator(plain.begin(), plain.end(), call); it != std::sregex_iterator(); ++it) {
            const std::string name = (*it)[1];
            const bool is_maker = makers.contains(name);
            if (!is_maker && name != "target_link_libraries") continue;
            static const std::regex word(R"([^\s]+)");
            const std::string arguments = (*it)[2];
            bool linking = !is_maker;
            bool first = true;
            for (auto w = std::sregex_iterator(arguments.begin(), arguments.end(), word); w != std::sregex_iterator();
                 ++w) {
                const std::string item = w->str();
                if (first) {
                    first = false;
                    if (is_maker) home.emplace(item, folder);
                    continue;
                }
                if (item == "LINKS") linking = true;
                if (item == "SOURCES" || item == "SEEDS") linking = false;
                const auto line = 1 + std::count(plain.begin(), plain.begin() + it->position(), '\n');
                if (linking) links.push_back({path, item, static_cast<std::size_t>(line)});
            }
        }
    }
    Findings findings;
    for (const Link& link : links) {
        const auto target = home.find(link.target);
        if (target == home.end()) continue;
        const std::string module = module_of(link.path);
        const std::string other = module_of(target->second);
        if (!module.empty() && !other.empty() && !may_use(module, other)) {
            findings.push_back({link.path, link.line, module + " must not link " + link.target + " of " + other});
        }
    }
    return findings;
}

}  // namespace albireo::tidy
