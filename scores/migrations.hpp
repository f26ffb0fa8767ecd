#pragma once
/// The form of the database file, and how a file of an earlier form is brought to it.
///
/// 1. A step is never changed once a release has it. A new form is a new step.
#include <cstddef>
#include <span>

#include "scores/database.hpp"

namespace albireo::scores {

/// The steps from an empty file to the current form: after step n, the file's user_version is n.
std::span<const char* const> migrations();
/// Runs the missing ones, up to `last`. Throws DatabaseError, also if the file is from a newer program.
void migrate(Database& database, std::size_t last = migrations().size());

}  // namespace albireo::scores
