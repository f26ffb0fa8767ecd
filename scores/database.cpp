#include "scores/database.hpp"

#include <sqlite3.h>

namespace albireo::scores {

Database::Database(const std::string& path) {
    if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
        const std::string why = handle_ != nullptr ? sqlite3_errmsg(handle_) : "out of memory";
        sqlite3_close_v2(handle_);
        throw DatabaseError(path + ": " + why);
    }
    try {
        sqlite3_busy_timeout(handle_, 10'000);
        run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF");
    } catch (const DatabaseError& error) {
        sqlite3_close_v2(handle_);
        throw DatabaseError(path + ": " + error.what());
    }
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::fail() const { throw DatabaseError(sqlite3_errmsg(handle_)); }

void Database::run(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_); }
int Database::changes() const { return sqlite3_changes(handle_); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
    if (sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &handle_, nullptr) != SQLITE_OK) database.fail();
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int result) const {
    if (result != SQLITE_OK) database_.fail();
}

Statement& Statement::bind(int place, std::int64_t value) {
    check(sqlite3_bind_int64(handle_, place, value));
    return *this;
}
Statement& Statement::bind(int place, std::string_view text) {
    check(sqlite3_bind_text(handle_, place, text.empty() ? "" : text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
    return *this;
}
Statement& Statement::bind(int place, std::span<const std::uint8_t> bytes) {
    check(sqlite3_bind_blob(handle_, place, bytes.empty() ? reinterpret_cast<const std::uint8_t*>("") : bytes.data(),
                            static_cast<int>(bytes.size()), SQLITE_TRANSIENT));
    return *this;
}
Statement& Statement::bind_null(int place) {
    check(sqlite3_bind_null(handle_, place));
    return *this;
}

bool Statement::step() {
    const int result = sqlite3_step(handle_);
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) database_.fail();
    return false;
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
    return text == nullptr ? std::string{} : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)));
}

std::vector<std::uint8_t> Statement::bytes(int column) const {
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(handle_, column));
    return bytes == nullptr ? std::vector<std::uint8_t>{} : std::vector<std::uint8_t>(bytes, bytes + sqlite3_column_bytes(handle_, column));
}

Transaction::~Transaction() {
    if (!is_open_) return;
    try {
        database_.run("ROLLBACK");
    } catch (const DatabaseError&) {  // SQLite has already rolled back, as after a full disk
    }
}

void Transaction::commit() {
    database_.run("COMMIT");
    is_open_ = false;
}

}  // namespace albireo::scores
