#pragma once
/// An argument that a level script passes to one of our words: a plain tree, copied out of the interpreter. So only the
/// sandbox uses Lua.
/// 1. Fields are sorted by name, because the order of a Lua table differs from run to run.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::script {

struct Value {
    enum class Type : std::uint8_t { nil, boolean, number, text, table, function, handle };

    Type type = Type::nil;
    bool truth = false;
    double number = 0;
    std::string text;
    std::string name;            // of a field of a table
    std::vector<Value> items;    // of a table: [1], [2], …
    std::vector<Value> fields;   // of a table: its named fields
    std::int32_t reference = 0;  // of a function: the sandbox's reference; of a handle: the index that a word returned

    static Value of_handle(std::int32_t reference) {
        Value value;
        value.type = Type::handle;
        value.reference = reference;
        return value;
    }
};

/// An error in the script. The text names the fault and what was expected; the sandbox prefixes file and line.
struct Mistake : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The value as written in a script, for messages: `12`, `"text"`, `a table`.
std::string describe(const Value& value);

/// The names most similar to `wrong`, at most five, for the end of a message: ", known: a, b, c".
std::string nearest(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace albireo::script
