#pragma once
/// The system's reasons for a fault, in words of our own: English, and the same on every system, so that a translation finds them
/// (std::strerror() speaks the language of the C locale, and differs between C libraries).
#include <span>
#include <string>
#include <system_error>

namespace albireo::platform {

/// The reason of an error as errno has it: "No space left on device". One that is not in the table: "error 71".
std::string reason_text(int error);
std::string reason_text(const std::error_code& error);

/// Every text of the table, for translation.
std::span<const char* const> reason_texts();

}  // namespace albireo::platform
