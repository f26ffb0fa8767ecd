#include "console/module.hpp"

#include "console/child.hpp"
#include "console/module_driver.hpp"

namespace albireo::console {

ModuleOutput run_module(const std::string& path, const ModuleSteps& steps, std::size_t bytes_max) {
    std::vector<std::string> arguments = {"node", "-e", module_driver().front().text, "--", path};
    arguments.insert(arguments.end(), steps.words().begin(), steps.words().end());
    ChildOutput output = run_child(arguments, bytes_max);
    ModuleOutput result{.fault = std::move(output.fault), .no_runner = output.missing, .text = std::move(output.text)};
    if (!result.fault.empty() || output.exit_code == 0) return result;
    // The last line says what was wrong.
    if (result.text.ends_with('\n')) result.text.pop_back();
    const std::size_t line = result.text.rfind('\n') + 1;  // 0 if there is only one
    result.fault = result.text.substr(line);
    if (result.fault.starts_with('!')) {
        result.fault.erase(0, 1);
    } else {
        result.fault = "node ended with exit code " + std::to_string(output.exit_code);
    }
    return result;
}

}  // namespace albireo::console
