#include "reach/port_mapper.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "reach/interfaces.hpp"
#include "reach/ssdp.hpp"
#include "reach/upnp.hpp"

namespace albireo::reach {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Routers answer within 30 ms; a lost packet is retransmitted twice. The RFCs' own timeouts double up to minutes.
constexpr milliseconds kRetransmitAfter[] = {milliseconds(150), milliseconds(300), milliseconds(600)};
constexpr std::size_t kTries = std::size(kRetransmitAfter);
constexpr milliseconds kRetryAfter{60'000};  // a refusal may be lifted in the router's settings meanwhile
constexpr milliseconds kRenewMin{1'000};
constexpr milliseconds kUpnpPatience{1'000};

std::array<std::uint8_t, 12> random_nonce() {
    std::array<std::uint8_t, 12> nonce{};
    std::random_device entropy;
    for (std::uint8_t& byte : nonce) byte = static_cast<std::uint8_t>(entropy());
    return nonce;
}

}  // namespace

/// A socket to the router's port for PCP and NAT-PMP; only the router's own answers arrive on it.
struct PortMapper::Talk {
    explicit Talk(std::uint32_t gateway, std::uint16_t port) : socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = gateway;
        to.sin_port = htons(port);
        is_open = socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
        sockaddr_in own{};
        socklen_t size = sizeof own;
        if (is_open && ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0) own_address = own.sin_addr.s_addr;
    }
    ~Talk() {
        if (socket >= 0) ::close(socket);
    }
    Talk(const Talk&) = delete;
    Talk& operator=(const Talk&) = delete;

    enum class End : std::uint8_t { answered, silent, refused };
    /// Sends the request until `take` accepts an answer.
    End ask(std::span<const std::uint8_t> request, const std::function<bool(std::span<const std::uint8_t>)>& take,
            std::size_t tries = kTries) const {
        for (const milliseconds timeout : std::span(kRetransmitAfter).first(tries)) {
            if (::send(socket, request.data(), request.size(), MSG_NOSIGNAL) < 0) return End::refused;
            for (const auto until = Clock::now() + timeout; Clock::now() < until;) {
                const auto rest = std::chrono::duration_cast<milliseconds>(until - Clock::now()).count();
                pollfd wait{socket, POLLIN, 0};
                if (::poll(&wait, 1, static_cast<int>(std::max<long>(rest, 1))) <= 0) continue;
                std::array<std::uint8_t, kPcpBytesMax + 1> bytes{};
                const auto size = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
                if (size < 0 && errno == ECONNREFUSED) return End::refused;  // nothing listens there
                if (size > 0 && take(std::span{bytes}.first(static_cast<std::size_t>(size)))) return End::answered;
            }
        }
        return End::silent;
    }

    int socket;
    bool is_open = false;
    std::uint32_t own_address = 0;
};

PortMapper::PortMapper(PortMapperOptions options) : options_(options) {
    mapping_.state = PortMapping::State::asking;
    thread_ = std::thread([this] { run(); });
}

PortMapper::~PortMapper() {
    {
        const std::lock_guard lock(guard_);
        ends_ = true;
    }
    woken_.notify_all();
    thread_.join();
}

PortMapping PortMapper::mapping() const {
    const std::lock_guard lock(guard_);
    return mapping_;
}

void PortMapper::publish(const PortMapping& mapping) {
    const std::lock_guard lock(guard_);
    mapping_ = mapping;
}

bool PortMapper::wait(milliseconds time) {
    std::unique_lock lock(guard_);
    return woken_.wait_for(lock, time, [this] { return ends_; });
}

std::string PortMapper::ask_pcp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) {
    bool only_pmp = false;
    const auto take = [&](std::span<const std::uint8_t> bytes) {
        only_pmp = knows_only_pmp(bytes);
        const auto read = read_pcp(bytes, request);
        if (read) answer = *read;
        return only_pmp || read.has_value();
    };
    const auto end = talk_->ask(pcp_request(request), take, tries);
    is_silent = end == Talk::End::silent;
    if (end != Talk::End::answered) return "the router does not answer";
    if (only_pmp) return "the router knows only NAT-PMP";
    return answer.result == 0 ? "" : "the router refuses: " + std::string(pcp_result_text(answer.result));
}

std::string PortMapper::ask_pmp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) {
    const auto end = talk_->ask(pmp_request(request), [&](std::span<const std::uint8_t> bytes) {
        const auto read = read_pmp(bytes, request);
        if (read) answer = *read;
        return read.has_value();
    }, tries);
    is_silent = end == Talk::End::silent;
    if (end != Talk::End::answered) return "the router does not answer";
    if (answer.result != 0) return "the router refuses: NAT-PMP result " + std::to_string(answer.result);
    if (request.seconds == 0) return {};
    PortAnswer outside;
    const auto told = talk_->ask(pmp_address_request(), [&](std::span<const std::uint8_t> bytes) {
        const auto read = read_pmp_address(bytes);
        if (read) outside = *read;
        return read.has_value();
    });
    if (told != Talk::End::answered || outside.address == 0) return "the router does not report its address";
    answer.address = outside.address;
    return {};
}

const std::string& PortMapper::description() {
    if (search_.valid()) description_ = search_.get();
    return description_;
}

std::string PortMapper::ask_upnp(const PortRequest& request, PortAnswer& answer) {
    if (!upnp_) {
        auto upnp = std::make_unique<Upnp>();
        if (const std::string why = upnp->find(description()); !why.empty()) return why;
        upnp_ = std::move(upnp);
    }
    return upnp_->map(request, answer);
}

/// `last` is the way in which the port was granted before; empty: any.
PortMapping PortMapper::ask(PortRequest& request, const std::string& last) {
    const std::uint32_t gateway = options_.gateway != 0 ? options_.gateway : default_gateway();
    if (gateway == 0) return {.state = PortMapping::State::refused, .why = "this computer has no router (no default route)"};
    talk_ = std::make_unique<Talk>(gateway, options_.gateway_port);
    request.own_address = talk_->own_address;
    if (!talk_->is_open) return {.state = PortMapping::State::refused, .why = "the router cannot be reached"};
    // All at once: what is found is used if the other ways fail.
    const bool searches = options_.asks_upnp && last.empty() && !upnp_;
    if (searches) {
        search_ = std::async(std::launch::async, [gateway] { return find_router_description(gateway, kUpnpPatience); });
    }
    struct Way {
        const char* name;
        std::function<std::string(PortAnswer&)> ask;
    };
    // One request of each shows whether a router that also answers by UPnP knows PCP or NAT-PMP.
    std::size_t tries = searches ? 1 : kTries;
    bool is_silent = false;
    std::vector<Way> ways = {{"PCP", [&](PortAnswer& answer) { return ask_pcp(request, answer, tries, is_silent); }},
                             {"NAT-PMP", [&](PortAnswer& answer) { return ask_pmp(request, answer, tries, is_silent); }}};
    if (options_.asks_upnp) ways.push_back({"UPnP", [&](PortAnswer& answer) { return ask_upnp(request, answer); }});
    std::stable_sort(ways.begin(), ways.end(), [&](const Way& a, const Way& b) { return a.name == last && b.name != last; });
    PortMapping refused{.state = PortMapping::State::refused};
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const Way way = ways[i];
        PortAnswer answer;
        const std::string why = way.ask(answer);
        if (why.empty()) {
            return {.state = PortMapping::State::granted,
                    .by = way.name,
                    .address = answer.address,
                    .port = answer.port,
                    .seconds = answer.seconds};
        }
        if (wait(milliseconds(0))) break;
        // Some routers that know NAT-PMP do not answer PCP, so both are asked before a silent router's description is waited for.
        if (i == 1 && tries < kTries && is_silent) {
            tries = kTries;
            if (description().empty()) {
                ways.insert(ways.begin() + 2, {ways[0], ways[1]});  // the requests may have been lost
                refused.why.clear();
                continue;
            }
        }
        refused.why += (refused.why.empty() ? "" : "; ") + std::string(way.name) + ": " + why;
    }
    return refused;
}

void PortMapper::remove(PortRequest request, const PortMapping& granted) {
    request.seconds = 0;
    PortAnswer answer;
    bool is_silent = false;
    if (granted.by == "PCP") ask_pcp(request, answer, kTries, is_silent);
    if (granted.by == "NAT-PMP") ask_pmp(request, answer, kTries, is_silent);
    if (granted.by == "UPnP" && upnp_) upnp_->remove(granted.port);
}

void PortMapper::run() {
    PortRequest request{.own_port = options_.port, .port = options_.port, .seconds = options_.seconds, .nonce = random_nonce()};
    PortMapping granted;
    for (;;) {
        const PortMapping now = ask(request, granted.by);
        publish(now);
        const bool is_granted = now.state == PortMapping::State::granted;
        if (is_granted) {
            granted = now;
            request.port = now.port;  // the same one when it is renewed
        } else {
            granted = {};
            upnp_.reset();  // another router may be there next time
        }
        const milliseconds life = std::chrono::seconds(now.seconds == 0 ? options_.seconds : now.seconds);
        if (wait(is_granted ? std::max(life / 2, kRenewMin) : kRetryAfter)) break;
    }
    if (granted.state == PortMapping::State::granted) remove(request, granted);
}

}  // namespace albireo::reach
