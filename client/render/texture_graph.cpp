#include "client/render/texture_graph.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

namespace albireo::render {
namespace {

using gpu::AssetError;
using gpu::ShaderLibrary;
using gpu::ShaderText;

enum class Type : std::uint8_t { number, pair, triple };

struct Slot {
    std::string name;
    Type type = Type::number;
    std::string value;  // a property's default
    bool is_prop = false;
};

struct Snippet {
    std::vector<Slot> takes;  // inputs, then properties
    std::vector<Slot> gives;
    std::string body;
    int body_line = 1;
    std::string file;
};

struct Output {
    std::string code;
    Type type;
};

/// Where a mistake is.
struct Place {
    std::string file;
    int line = 0;

    [[noreturn]] void fail(const std::string& what) const {
        throw AssetError{file + ":" + std::to_string(line) + ": " + what};
    }
};

const char* name_of(Type type) {
    return type == Type::number ? "float" : type == Type::pair ? "vec2" : "vec3";
}

Type type_of(const std::string& word, const Place& place) {
    if (word == "float") return Type::number;
    if (word == "vec2") return Type::pair;
    if (word == "vec3") return Type::triple;
    place.fail("'" + word + "' is not a type; types are float, vec2 and vec3");
}

bool is_name(std::string_view word) {
    return !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) != 0) &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// "1,2,3" as GLSL of its own type; nothing if it is not a constant.
std::optional<Output> constant(const std::string& text) {
    std::vector<std::string> numbers;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        double value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc{} || end != part.data() + part.size()) return std::nullopt;
        if (part.find_first_of(".e") == std::string::npos) part += ".0";
        numbers.push_back(part);
    }
    if (numbers.size() == 1) return Output{numbers[0], Type::number};
    if (numbers.size() == 2) return Output{"vec2(" + numbers[0] + ", " + numbers[1] + ")", Type::pair};
    if (numbers.size() == 3) {
        return Output{"vec3(" + numbers[0] + ", " + numbers[1] + ", " + numbers[2] + ")", Type::triple};
    }
    return std::nullopt;
}

std::string as_type(const Output& value, Type wanted, const std::string& what, const Place& place) {
    if (value.type == wanted) return value.code;
    if (value.type == Type::number && wanted == Type::triple) return "vec3(" + value.code + ")";
    place.fail(what + " needs a " + name_of(wanted) + ", but gets a " + name_of(value.type));
}

Snippet read_snippet(const ShaderLibrary& library, const std::string& name) {
    Snippet snippet;
    snippet.file = "textures/snippets/" + name + ".glsl";
    std::istringstream lines(library.text(snippet.file));
    Place place{snippet.file, 0};
    bool in_body = false;
    for (std::string line; std::getline(lines, line);) {
        ++place.line;
        if (in_body) {
            snippet.body += line + "\n";
            continue;
        }
        if (line == "---") {
            in_body = true;
            snippet.body_line = place.line + 1;
            continue;
        }
        std::istringstream words(line);
        std::string kind, slot, type, value, more;
        words >> kind;
        if (kind.empty() || kind[0] == '#') continue;
        words >> slot >> type >> value >> more;
        if (!is_name(slot) || !more.empty()) place.fail("expected `in|prop|out NAME TYPE [DEFAULT]`");
        Slot made{slot, type_of(type, place), value, kind == "prop"};
        if (kind == "out") {
            snippet.gives.push_back(made);
        } else if (kind == "in" || kind == "prop") {
            if (made.is_prop && !constant(value))
                place.fail("property '" + slot + "' needs a default such as 1 or 0.5,1,2");
            snippet.takes.push_back(made);
        } else {
            place.fail("'" + kind + "' is unknown; expected in, prop, out or ---");
        }
    }
    if (!in_body) place.fail("no --- line before the GLSL");
    if (snippet.gives.empty()) place.fail("no output");
    return snippet;
}

const std::map<std::string, Type, std::less<>> kObject = {
    {"at", Type::triple},      {"normal", Type::triple}, {"reach", Type::number}, {"zone", Type::number},
    {"columns", Type::number}, {"tile", Type::number},   {"seed", Type::number},  {"wound", Type::number},
    {"seconds", Type::number}, {"tint", Type::triple}};

class Compiler {
  public:
    Compiler(const ShaderLibrary& library, std::string_view name) : library_(library), place_{std::string(name), 0} {
        text_.files.emplace_back(name);
    }

    ShaderText run() {
        std::istringstream lines(library_.text(place_.file));
        for (std::string line; std::getline(lines, line);) {
            ++place_.line;
            read_line(line);
        }
        for (const auto& [name, type] : kMaterial) {
            if (!done_.contains(name)) place_.fail("no `out " + name + " = …` in this graph");
        }
        text_.text = functions_ + "void surface(Surface object, out Material m) {\n" + body_ + "}\n";
        return text_;
    }

  private:
    static inline const std::map<std::string, Type> kMaterial = {
        {"colour", Type::triple}, {"height", Type::number}, {"glow", Type::triple}, {"gloss", Type::number}};

    void read_line(const std::string& line) {
        std::istringstream words(line);
        std::string name, sign, snippet;
        words >> name;
        if (name.empty() || name[0] == '#') return;
        if (name == "out") {
            std::string value;
            words >> name >> sign >> value;
            const auto found = kMaterial.find(name);
            if (found == kMaterial.end())
                place_.fail("'" + name + "' is not an output; outputs are colour, height, glow and gloss");
            if (sign != "=" || value.empty()) place_.fail("expected `out " + name + " = node`");
            body_ += "    m." + name + " = " + as_type(resolve(value), found->second, "'" + name + "'", place_) + ";\n";
            done_[name] = true;
            return;
        }
        words >> sign >> snippet;
        if (!is_name(name) || sign != "=" || snippet.empty()) place_.fail("expected `name = snippet input=value …`");
        if (nodes_.contains(name) || name == "object") place_.fail("'" + name + "' is already defined");
        const Snippet& used = snippet_of(snippet);
        std::map<std::string, std::string> given;
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos) place_.fail("expected input=value, found '" + word + "'");
            const std::string key = word.substr(0, equals);
            if (std::none_of(used.takes.begin(), used.takes.end(),
                             [&](const Slot& slot) { return slot.name == key; })) {
                place_.fail("'" + snippet + "' has no input or property '" + key + "'");
            }
            given[key] = word.substr(equals + 1);
        }
        std::string call;
        for (const Slot& slot : used.takes) {
            const auto found = given.find(slot.name);
            if (found == given.end() && !slot.is_prop)
                place_.fail("'" + snippet + "' needs its input '" + slot.name + "'");
            const Output value = found == given.end() ? *constant(slot.value)
                                 : slot.is_prop       ? constant_of(found->second, slot.name)
                                                      : resolve(found->second);
            call += as_type(value, slot.type, "'" + slot.name + "'", place_) + ", ";
        }
        auto& outputs = nodes_[name];
        for (const Slot& slot : used.gives) {
            const std::string variable = "n_" + name + "_" + slot.name;
            body_ += std::string("    ") + name_of(slot.type) + " " + variable + ";\n";
            call += variable + ", ";
            outputs.emplace_back(slot.name, Output{variable, slot.type});
        }
        call.resize(call.size() - 2);
        body_ += "    snippet_" + snippet + "(" + call + ");\n";
    }

    Output constant_of(const std::string& text, const std::string& slot) {
        const auto value = constant(text);
        if (!value) place_.fail("property '" + slot + "' must be a constant, is '" + text + "'");
        return *value;
    }

    Output resolve(const std::string& text) {
        if (const auto value = constant(text)) return *value;
        const std::size_t dot = text.find('.');
        const std::string node = text.substr(0, dot);
        const std::string output = dot == std::string::npos ? "" : text.substr(dot + 1);
        if (node == "object") {
            const auto found = kObject.find(output);
            if (found == kObject.end()) place_.fail("object has no '" + output + "'");
            return {"object." + output, found->second};
        }
        const auto found = nodes_.find(node);
        if (found == nodes_.end()) place_.fail("no node '" + node + "' above this line");
        for (const auto& [name, value] : found->second) {
            if (output.empty() || name == output) return value;
        }
        place_.fail("node '" + node + "' has no output '" + output + "'");
    }

    const Snippet& snippet_of(const std::string& name) {
        const auto found = snippets_.find(name);
        if (found != snippets_.end()) return found->second;
        if (!is_name(name)) place_.fail("'" + name + "' is not a snippet's name");
        Snippet snippet;
        try {
            snippet = read_snippet(library_, name);
        } catch (const AssetError& error) {
            // A faulty snippet reports its own error; a missing one is an error of this line.
            if (error.text.find(".glsl:") != std::string::npos && error.text.find("not among") == std::string::npos &&
                error.text.find("cannot be read") == std::string::npos) {
                throw;
            }
            place_.fail("no snippet '" + name + "' in textures/snippets");
        }
        functions_ += "void snippet_" + name + "(";
        std::string list;
        for (const Slot& slot : snippet.takes) list += std::string(name_of(slot.type)) + " " + slot.name + ", ";
        for (const Slot& slot : snippet.gives)
            list += std::string("out ") + name_of(slot.type) + " " + slot.name + ", ";
        list.resize(list.size() - 2);
        functions_ += list + ") {\n#line " + std::to_string(snippet.body_line) + " " +
                      std::to_string(text_.files.size()) + "\n" + snippet.body + "}\n";
        text_.files.push_back(snippet.file);
        return snippets_.emplace(name, std::move(snippet)).first->second;
    }

    const ShaderLibrary& library_;
    Place place_;
    ShaderText text_;
    std::string functions_, body_;
    std::map<std::string, Snippet> snippets_;
    std::map<std::string, std::vector<std::pair<std::string, Output>>> nodes_;
    std::map<std::string, bool> done_;
};

}  // namespace

gpu::ShaderText compile_graph(const gpu::ShaderLibrary& library, std::string_view name) {
    return Compiler(library, name).run();
}

}  // namespace albireo::render
