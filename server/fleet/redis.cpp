#include "server/fleet/redis.hpp"

#include <hiredis/hiredis.h>

#include <cassert>
#include <charconv>

#include "proto/address.hpp"

namespace albireo::server {
namespace {

bool read_number(std::string_view text, std::uint32_t most, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size() && number <= most;
}

/// hiredis allocates a list when its length is announced. Our commands have replies of at most FleetDirectory::kFleetMost elements.
constexpr std::size_t kElementsMax = 4'096;

redisReplyObjectFunctions* makers = nullptr;  // hiredis's own

template <class Count>
void* make_short_list(const redisReadTask* task, Count elements) {
    return static_cast<std::size_t>(elements) > kElementsMax ? nullptr : makers->createArray(task, elements);
}

/// From now on a longer list is an error of the connection.
void limit_lists(redisContext& context) {
    static redisReplyObjectFunctions limited = [&] {
        makers = context.reader->fn;
        redisReplyObjectFunctions functions = *makers;
        functions.createArray = make_short_list;
        return functions;
    }();
    context.reader->fn = &limited;
}

Redis::Reply reply_of(const redisReply& from) {
    Redis::Reply to;
    switch (from.type) {
        case REDIS_REPLY_STRING:
        case REDIS_REPLY_STATUS:
        case REDIS_REPLY_ERROR:
            to.kind = from.type == REDIS_REPLY_ERROR ? Redis::Reply::Kind::error : Redis::Reply::Kind::text;
            to.text.assign(from.str, static_cast<std::size_t>(from.len));
            break;
        case REDIS_REPLY_INTEGER:
            to.kind = Redis::Reply::Kind::number;
            to.number = from.integer;
            break;
        case REDIS_REPLY_ARRAY:
            to.kind = Redis::Reply::Kind::list;
            for (std::size_t i = 0; i < from.elements; ++i) to.list.push_back(reply_of(*from.element[i]));
            break;
        default:
            break;
    }
    return to;
}

}  // namespace

std::string RedisAddress::text() const { return host + ":" + std::to_string(port) + "/" + std::to_string(database); }

std::optional<RedisAddress> read_redis_address(std::string_view text) {
    constexpr std::string_view kScheme = "redis://";
    if (!text.starts_with(kScheme)) return std::nullopt;
    text.remove_prefix(kScheme.size());
    RedisAddress address;
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos || colon >= at || colon + 1 == at) return std::nullopt;
        address.user = text.substr(0, colon);
        address.password = text.substr(colon + 1, at - colon - 1);
        text.remove_prefix(at + 1);
    }
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        const std::string_view database = text.substr(slash + 1);
        if (!database.empty() && !read_number(database, 1'000'000, address.database)) return std::nullopt;
        text = text.substr(0, slash);
    }
    address.host = text;
    if (text.find(':') != std::string_view::npos && !proto::split_address(std::string(text), address.host, address.port)) return std::nullopt;
    if (address.host.empty() || address.host.find_first_of(" :/?#") != std::string::npos) return std::nullopt;
    return address;
}

struct Redis::Context {
    std::unique_ptr<redisContext, decltype(&redisFree)> made{nullptr, redisFree};
};

Redis::Redis() : context_(std::make_unique<Context>()) {}
Redis::~Redis() = default;

bool Redis::is_open() const { return context_->made != nullptr; }
void Redis::close() { context_->made.reset(); }

std::string Redis::open(const RedisAddress& address, std::chrono::milliseconds timeout) {
    close();
    const auto ms = timeout.count();
    const timeval time{static_cast<time_t>(ms / 1000), static_cast<suseconds_t>(ms % 1000 * 1000)};
    context_->made.reset(redisConnectWithTimeout(address.host.c_str(), address.port, time));
    if (context_->made == nullptr) return "no memory";
    if (context_->made->err != 0 || redisSetTimeout(context_->made.get(), time) != REDIS_OK) {
        fault_ = context_->made->errstr;
        close();
        return fault_;
    }
    limit_lists(*context_->made);
    std::vector<Command> first;
    if (!address.password.empty() && address.user.empty()) first.push_back({"AUTH", address.password});
    if (!address.password.empty() && !address.user.empty()) first.push_back({"AUTH", address.user, address.password});
    first.push_back({"SELECT", std::to_string(address.database)});
    const auto replies = run(first);
    if (!replies) return fault_;
    for (const Reply& reply : *replies) {
        if (reply.kind != Reply::Kind::error) continue;
        fault_ = reply.text;
        close();
        return fault_;
    }
    return {};
}

std::optional<std::vector<Redis::Reply>> Redis::run(std::span<const Command> commands) {
    assert(is_open() && "commands are sent over an open connection");
    redisContext* const context = context_->made.get();
    const auto lost = [&] {
        fault_ = context->errstr;
        if (fault_.empty()) fault_ = "the connection was lost";
        close();
        return std::nullopt;
    };
    for (const Command& command : commands) {
        std::vector<const char*> words;
        std::vector<std::size_t> sizes;
        for (const std::string& word : command) {
            words.push_back(word.data());
            sizes.push_back(word.size());
        }
        if (redisAppendCommandArgv(context, static_cast<int>(words.size()), words.data(), sizes.data()) != REDIS_OK) return lost();
    }
    std::vector<Reply> replies;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        void* reply = nullptr;
        if (redisGetReply(context, &reply) != REDIS_OK || reply == nullptr) return lost();
        const std::unique_ptr<void, decltype(&freeReplyObject)> kept(reply, freeReplyObject);
        replies.push_back(reply_of(*static_cast<redisReply*>(reply)));
    }
    return replies;
}

}  // namespace albireo::server
