#pragma once
/// A connection to an SQLite database. Only database.cpp includes SQLite.
/// 1. Every error is a DatabaseError with SQLite's own text.
/// 2. A Database and its Statements are used by one thread at a time. Each thread has a Database of its own.
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace albireo::scores {

struct DatabaseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Database {
  public:
    /// Opens or creates the file: write-ahead log, and every commit is on the disk before it returns. Waits up to ten seconds for
    /// another connection's write.
    explicit Database(const std::string& path);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs statements without results.
    void run(const std::string& sql);
    std::int64_t last_row() const;
    /// Rows changed by the latest statement.
    int changes() const;

  private:
    friend class Statement;
    [[noreturn]] void fail() const;
    sqlite3* handle_ = nullptr;
};

/// One statement with its values: Statement(db, "… WHERE id = ?").bind(1, id).
class Statement {
  public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    /// Places count from 1. Texts and bytes are copied.
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, std::string_view text);
    Statement& bind(int place, std::span<const std::uint8_t> bytes);
    Statement& bind_null(int place);

    /// The next row; false at the end. A statement without results runs once and returns false.
    bool step();
    /// Columns count from 0.
    std::int64_t number(int column) const;
    std::string text(int column) const;
    std::vector<std::uint8_t> bytes(int column) const;

  private:
    void check(int result) const;
    Database& database_;
    sqlite3_stmt* handle_ = nullptr;
};

/// A write transaction: it takes the write lock at its beginning. Rolls back unless commit() was called.
class Transaction {
  public:
    explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

  private:
    Database& database_;
    bool is_open_ = true;
};

}  // namespace albireo::scores
