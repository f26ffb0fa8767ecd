#include "client/platform/window.hpp"

// epoxy declares OpenGL for code that draws; this file does not draw.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "client/platform/display_loss.hpp"
#include "client/platform/glfw_keys.hpp"
#include "client/platform/pad_places.hpp"
#include "client/text/utf8.hpp"

namespace albireo::platform {
namespace {

/// Whether a held key repeats: keys that move a selection do, keys that trigger an action do not.
bool repeats(Key key) {
    switch (key) {
        case Key::up:
        case Key::down:
        case Key::left:
        case Key::right:
        case Key::backspace:
        case Key::comma:
        case Key::period:
        case Key::page_up:
        case Key::page_down:
            return true;
        default:
            return false;
    }
}

// In the order of PadButton.
constexpr std::array<int, 12> kPadButtons = {
    GLFW_GAMEPAD_BUTTON_A,         GLFW_GAMEPAD_BUTTON_B,           GLFW_GAMEPAD_BUTTON_X,
    GLFW_GAMEPAD_BUTTON_Y,         GLFW_GAMEPAD_BUTTON_LEFT_BUMPER, GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER,
    GLFW_GAMEPAD_BUTTON_BACK,      GLFW_GAMEPAD_BUTTON_START,       GLFW_GAMEPAD_BUTTON_DPAD_UP,
    GLFW_GAMEPAD_BUTTON_DPAD_DOWN, GLFW_GAMEPAD_BUTTON_DPAD_LEFT,   GLFW_GAMEPAD_BUTTON_DPAD_RIGHT};

void read_pad(int joystick, Pad& pad) {
    GLFWgamepadstate state;
    pad.here = joystick != PadPlaces::kNone && glfwGetGamepadState(joystick, &state) == GLFW_TRUE;
    if (!pad.here) {
        pad = {};
        return;
    }
    const auto note = [&](PadButton button, bool held) {
        const auto i = static_cast<std::size_t>(button);
        pad.pressed[i] = held && !pad.held[i];
        pad.held[i] = held;
    };
    for (std::size_t i = 0; i < kPadButtons.size(); ++i) {
        note(static_cast<PadButton>(i), state.buttons[kPadButtons[i]] == GLFW_PRESS);
    }
    note(PadButton::left_trigger, state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] > 0);
    note(PadButton::right_trigger, state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] > 0);
    note(PadButton::left_stick, state.buttons[GLFW_GAMEPAD_BUTTON_LEFT_THUMB] == GLFW_PRESS);
    note(PadButton::right_stick, state.buttons[GLFW_GAMEPAD_BUTTON_RIGHT_THUMB] == GLFW_PRESS);
    pad.take_sticks({state.axes[GLFW_GAMEPAD_AXIS_LEFT_X], -state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]},
                    {state.axes[GLFW_GAMEPAD_AXIS_RIGHT_X], -state.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y]});
}

std::string last_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

}  // namespace

struct Window::Impl {
    GLFWwindow* window = nullptr;
    Input input;
    PadPlaces places;
    Rumbler rumbler{system_rumble()};
    int x = 0, y = 0, width = 0, height = 0;  // before fullscreen
    bool borderless = false;                  // what fullscreen is
    int monitor = 0;
    bool covers = false;  // fullscreen, without a frame
    bool is_placed_by_us = true;  // false: under Wayland
    bool vsync = true;
    std::chrono::steady_clock::time_point next_swap{};  // where we wait in the monitor's place

    /// The monitor of that number; without one, the monitor that shows most of the window as it was before fullscreen.
    GLFWmonitor* chosen_monitor() const {
        int count = 0;
        GLFWmonitor** monitors = glfwGetMonitors(&count);
        if (monitor >= 1 && monitor <= count) return monitors[monitor - 1];
        GLFWmonitor* best = glfwGetPrimaryMonitor();
        int most = 0;  // pixels
        for (int i = 0; i < count; ++i) {
            const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
            if (mode == nullptr) continue;
            int left = 0, top = 0;
            glfwGetMonitorPos(monitors[i], &left, &top);
            const int across = std::min(left + mode->width, x + width) - std::max(left, x);
            const int down = std::min(top + mode->height, y + height) - std::max(top, y);
            if (across <= 0 || down <= 0 || across * down <= most) continue;
            most = across * down;
            best = monitors[i];
        }
        return best;
    }

    static Impl& of(GLFWwindow* window) { return *static_cast<Impl*>(glfwGetWindowUserPointer(window)); }

    void listen() {
        glfwSetWindowUserPointer(window, this);
        glfwSetKeyCallback(window, [](GLFWwindow* from, int code, int, int action, int modifiers) {
            Input& found = of(from).input;
            const Key key = key_of(code);
            if (key == Key::none) {
                found.unknown_key |= action == GLFW_PRESS;
                return;
            }
            found.held[static_cast<std::size_t>(key)] = action != GLFW_RELEASE;
            if (action == GLFW_RELEASE || (action == GLFW_REPEAT && !repeats(key))) return;
            const bool pastes = key == Key::v && action == GLFW_PRESS && (modifiers & GLFW_MOD_CONTROL) != 0;
            if (const char* text = pastes ? glfwGetClipboardString(from) : nullptr) found.pasted = text;
            Press press(key);
            press.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
            press.repeat = action == GLFW_REPEAT;
            found.pressed.push_back(press);
        });
        glfwSetCharCallback(window, [](GLFWwindow* from, unsigned letter) {
            if (text::is_typed(letter)) text::append_letter(of(from).input.typed, letter);
        });
        glfwSetCursorPosCallback(window, [](GLFWwindow* from, double right, double down) {
            Extent extent, pixels;
            glfwGetWindowSize(from, &extent.width, &extent.height);
            glfwGetFramebufferSize(from, &pixels.width, &pixels.height);
            of(from).input.place_mouse(right, down, extent, pixels);
        });
        glfwSetMouseButtonCallback(window, [](GLFWwindow* from, int button, int action, int) {
            // GLFW counts them in the order of MouseButton.
            if (button >= 0 && button < static_cast<int>(kMouseButtonCount)) of(from).input.press_mouse(static_cast<MouseButton>(button), action == GLFW_PRESS);
        });
        glfwSetScrollCallback(window, [](GLFWwindow* from, double, double away) {
            of(from).input.turn_wheel(away);
        });
        glfwSetWindowFocusCallback(window, [](GLFWwindow* from, int focused) {
            // GLFW itself releases every held key and mouse button when the focus is lost.
            of(from).input.focused = focused == GLFW_TRUE;
        });
    }
};

namespace {

struct Try {
    gpu::Graphics graphics;
    int major, minor;
    std::string_view name;
};
/// The best first.
constexpr std::array<Try, 3> kTries = {{{gpu::Graphics::full, 4, 5, "4.5"},
                                        {gpu::Graphics::portable, 3, 3, "3.3"},
                                        {gpu::Graphics::es, 3, 0, "ES 3.0"}}};

}  // namespace

Window::Window(const WindowOptions& options) : impl_(std::make_unique<Impl>()) {
    if (glfwInit() != GLFW_TRUE) {
        throw gpu::ContextError{"no display: " + last_error() + " (without one, use --offscreen WxH --frames DIR)"};
    }
    leave_when_display_is_lost();
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    impl_->width = std::max(options.width, kWindowLeastWidth);
    impl_->height = std::max(options.height, kWindowLeastHeight);
    std::string why;
    for (const Try& attempt : kTries) {
        if (options.graphics != gpu::Graphics::automatic && options.graphics != attempt.graphics) continue;
        const bool is_es = attempt.graphics == gpu::Graphics::es;
        glfwWindowHint(GLFW_CLIENT_API, is_es ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, is_es ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, attempt.major);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, attempt.minor);
        glfwWindowHint(GLFW_OPENGL_PROFILE, is_es ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE);
        impl_->window = glfwCreateWindow(impl_->width, impl_->height, options.title.c_str(), nullptr, nullptr);
        if (impl_->window != nullptr) break;
        why += (why.empty() ? "" : "; ") + ("OpenGL " + std::string(attempt.name)) + ": " + last_error();
    }
    if (impl_->window == nullptr) {
        glfwTerminate();
        throw gpu::ContextError{"no window with " + why + " (update the graphics driver)"};
    }
    glfwSetWindowSizeLimits(impl_->window, kWindowLeastWidth, kWindowLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(impl_->window);
    int x = 0, y = 0;
    glfwGetError(nullptr);
    glfwGetWindowPos(impl_->window, &x, &y);
    impl_->is_placed_by_us = glfwGetError(nullptr) == GLFW_NO_ERROR;
    set_vsync(options.vsync);
    impl_->listen();
    impl_->borderless = options.borderless;
    impl_->monitor = options.monitor;
    if (options.fullscreen) toggle_fullscreen();
}

Window::~Window() {
    glfwDestroyWindow(impl_->window);
    glfwTerminate();
}

void Window::swap() {
    if (impl_->vsync && !impl_->is_placed_by_us) {
        std::this_thread::sleep_until(impl_->next_swap);
        GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
        const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        const auto period = std::chrono::microseconds(1'000'000 / (mode != nullptr && mode->refreshRate > 0 ? mode->refreshRate : 60));
        impl_->next_swap = std::max(impl_->next_swap + period, std::chrono::steady_clock::now());
    }
    glfwSwapBuffers(impl_->window);
}

void Window::size(int& width, int& height) const {
    glfwGetFramebufferSize(impl_->window, &width, &height);
}

void Window::extent(int& width, int& height) const {
    glfwGetWindowSize(impl_->window, &width, &height);
}

const Input& Window::poll() {
    impl_->input.next_frame();
    glfwPollEvents();
    static_assert(GLFW_JOYSTICK_1 == 0 && GLFW_JOYSTICK_LAST + 1 == PadPlaces::kJoysticksMax);
    std::bitset<PadPlaces::kJoysticksMax> gamepads;
    for (std::size_t i = 0; i < gamepads.size(); ++i) {
        gamepads[i] = glfwJoystickIsGamepad(static_cast<int>(i)) == GLFW_TRUE;
    }
    impl_->places.update(gamepads);
    Rumbler::Pads pads;
    for (std::size_t i = 0; i < kPadsMax; ++i) {
        const int joystick = impl_->places.all()[i];
        read_pad(joystick, impl_->input.pads[i]);
        if (!impl_->input.pads[i].here) continue;
        const char* guid = glfwGetJoystickGUID(joystick);
        const char* name = glfwGetJoystickName(joystick);
        if (guid != nullptr) pads[i] = identity_of(guid, name != nullptr ? name : "");
    }
    impl_->rumbler.set_pads(pads);
    impl_->input.close_asked = glfwWindowShouldClose(impl_->window) == GLFW_TRUE;
    return impl_->input;
}

std::string Window::clipboard() const {
    const char* text = glfwGetClipboardString(impl_->window);
    return text != nullptr ? text : "";
}

void Window::set_clipboard(const std::string& text) {
    glfwSetClipboardString(impl_->window, text.c_str());
}

RumbleOutput& Window::rumble_output() {
    return impl_->rumbler;
}

void Window::set_size(int width, int height) {
    // While the window is fullscreen, this is the size to which it returns.
    impl_->width = std::max(width, kWindowLeastWidth);
    impl_->height = std::max(height, kWindowLeastHeight);
    if (!is_fullscreen()) glfwSetWindowSize(impl_->window, impl_->width, impl_->height);
}

void Window::set_vsync(bool on) {
    impl_->vsync = on;
    // A Wayland compositor asks for no pictures of a window that nobody sees. A swap that waits for it would stop the game, for the partner
    // too, so swap() keeps the monitor's pace by the clock. Such a compositor shows only whole pictures anyway.
    glfwSwapInterval(on && impl_->is_placed_by_us ? 1 : 0);
}

bool Window::is_fullscreen() const {
    return impl_->covers || glfwGetWindowMonitor(impl_->window) != nullptr;
}

void Window::toggle_fullscreen() {
    if (is_fullscreen()) {
        leave_fullscreen();
        return;
    }
    glfwGetWindowPos(impl_->window, &impl_->x, &impl_->y);
    glfwGetWindowSize(impl_->window, &impl_->width, &impl_->height);
    enter_fullscreen();
}

void Window::set_fullscreen_mode(bool borderless, int monitor) {
    impl_->borderless = borderless;
    impl_->monitor = monitor;
    if (!is_fullscreen()) return;
    leave_fullscreen();
    enter_fullscreen();
}

void Window::enter_fullscreen() {
    GLFWwindow* window = impl_->window;
    GLFWmonitor* monitor = impl_->chosen_monitor();
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    // Only Wayland's compositor says where a window is. Its fullscreen leaves the monitor's mode alone, and other windows can be above it.
    if (!impl_->borderless || !impl_->is_placed_by_us) {
        glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
        return;
    }
    int x = 0, y = 0;
    glfwGetMonitorPos(monitor, &x, &y);
    glfwSetWindowAttrib(window, GLFW_DECORATED, GLFW_FALSE);
    glfwSetWindowMonitor(window, nullptr, x, y, mode->width, mode->height, GLFW_DONT_CARE);
    impl_->covers = true;
}

void Window::leave_fullscreen() {
    impl_->covers = false;
    glfwSetWindowAttrib(impl_->window, GLFW_DECORATED, GLFW_TRUE);
    glfwSetWindowMonitor(impl_->window, nullptr, impl_->x, impl_->y, impl_->width, impl_->height, GLFW_DONT_CARE);
}

}  // namespace albireo::platform
