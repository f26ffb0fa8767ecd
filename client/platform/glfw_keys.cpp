#include "client/platform/glfw_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace albireo::platform {

Key key_of(int key) {
    const auto from = [&](int first, Key base) { return static_cast<Key>(static_cast<int>(base) + key - first); };
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return from(GLFW_KEY_A, Key::a);
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return from(GLFW_KEY_0, Key::n0);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return from(GLFW_KEY_F1, Key::f1);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return from(GLFW_KEY_KP_0, Key::pad0);
    switch (key) {
        case GLFW_KEY_UP:
            return Key::up;
        case GLFW_KEY_DOWN:
            return Key::down;
        case GLFW_KEY_LEFT:
            return Key::left;
        case GLFW_KEY_RIGHT:
            return Key::right;
        case GLFW_KEY_ENTER:
            return Key::enter;
        case GLFW_KEY_ESCAPE:
            return Key::escape;
        case GLFW_KEY_SPACE:
            return Key::space;
        case GLFW_KEY_TAB:
            return Key::tab;
        case GLFW_KEY_BACKSPACE:
            return Key::backspace;
        case GLFW_KEY_DELETE:
            return Key::erase;
        case GLFW_KEY_HOME:
            return Key::home;
        case GLFW_KEY_END:
            return Key::end;
        case GLFW_KEY_PAGE_UP:
            return Key::page_up;
        case GLFW_KEY_PAGE_DOWN:
            return Key::page_down;
        case GLFW_KEY_LEFT_SHIFT:
            return Key::left_shift;
        case GLFW_KEY_RIGHT_SHIFT:
            return Key::right_shift;
        case GLFW_KEY_LEFT_CONTROL:
            return Key::left_control;
        case GLFW_KEY_RIGHT_CONTROL:
            return Key::right_control;
        case GLFW_KEY_LEFT_ALT:
            return Key::left_alt;
        case GLFW_KEY_RIGHT_ALT:
            return Key::right_alt;
        case GLFW_KEY_COMMA:
            return Key::comma;
        case GLFW_KEY_PERIOD:
            return Key::period;
        case GLFW_KEY_SLASH:
            return Key::slash;
        case GLFW_KEY_MINUS:
            return Key::minus;
        case GLFW_KEY_EQUAL:
            return Key::equal;
        case GLFW_KEY_SEMICOLON:
            return Key::semicolon;
        case GLFW_KEY_APOSTROPHE:
            return Key::apostrophe;
        case GLFW_KEY_KP_ENTER:
            return Key::pad_enter;
        case GLFW_KEY_KP_ADD:
            return Key::pad_add;
        case GLFW_KEY_KP_SUBTRACT:
            return Key::pad_subtract;
        case GLFW_KEY_KP_MULTIPLY:
            return Key::pad_multiply;
        case GLFW_KEY_KP_DIVIDE:
            return Key::pad_divide;
        case GLFW_KEY_KP_DECIMAL:
            return Key::pad_decimal;
        case GLFW_KEY_INSERT:
            return Key::insert;
        case GLFW_KEY_GRAVE_ACCENT:
            return Key::grave;
        case GLFW_KEY_LEFT_BRACKET:
            return Key::left_bracket;
        case GLFW_KEY_RIGHT_BRACKET:
            return Key::right_bracket;
        case GLFW_KEY_BACKSLASH:
            return Key::backslash;
        case GLFW_KEY_WORLD_1:
            return Key::world_1;
        case GLFW_KEY_WORLD_2:
            return Key::world_2;
        default:
            return Key::none;
    }
}

}  // namespace albireo::platform
