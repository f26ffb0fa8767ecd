// albireo: the main program. A window (or pictures without one), games alone or with a partner, replays.
#include <iostream>

#include "client/app/command_line.hpp"
#include "client/app/pictures/offscreen.hpp"
#include "client/app/program.hpp"
#include "console/console.hpp"
#include "console/log_thread.hpp"
#include "console/run_program.hpp"

namespace {

using namespace albireo;

int run(int argc, char** argv) {
    app::CommandLine line;
    if (const int code = app::parse(argc, argv, line); code >= 0) return code;
    console::start_log(line.log_level, "%H:%M:%S.%e %v");
    try {
        const console::LogThread log_thread;
        app::run(line);
        return 0;
    } catch (const app::PictureError& error) {
        std::cerr << "albireo: " << error.text << '\n';
        return error.exit_code;
    } catch (const gpu::ContextError& error) {
        std::cerr << "albireo: " << error.text << '\n';
        return 3;
    } catch (const gpu::ShaderError& error) {
        std::cerr << "albireo: " << error.text << '\n';
        return 2;
    } catch (const gpu::AssetError& error) {
        std::cerr << "albireo: " << error.text << '\n';
        return 2;
    }
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo", [&] { return run(argc, argv); });
}
