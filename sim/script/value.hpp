#pragma once
/// What a level script hands to one of our words: a plain tree, copied out of the interpreter, so that only the sandbox
/// knows Lua. 1. Fields are sorted by name: the order of a Lua table is different on every run.
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
    std::string name;            // of a field: its own, in the table that it is in
    std::vector<Value> items;    // of a table: [1], [2], …
    std::vector<Value> fields;   // … and what has a name
    std::int32_t reference = 0;  // of a function: the sandbox's; of a handle: the index that a word returned

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

/// The value as one would write it, for messages: `12`, `"text"`, `a table`.
std::string describe(const Value& value);

/// ", known: a, b, c": those of the names that look most like `wrong`, at most five.
std::string nearest(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace albireo::script
