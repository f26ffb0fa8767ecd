#include "reach/port_mapper.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reach/interfaces.hpp"
#include "reach/router_talk.hpp"
#include "reach/ssdp.hpp"
#include "reach/upnp.hpp"

namespace albireo::reach {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kTries = RouterTalk::kTries;
constexpr milliseconds kRetryAfter{60'000};  // a refusal may be lifted in the router's settings meanwhile
constexpr milliseconds kRenewMin{1'000};
constexpr milliseconds kUpnpPatience{1'000};

}  // namespace

PortMapper::PortMapper(PortMapperOptions options) : options_(std::move(options)) {
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

std::string PortMapper::ask_pmp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) {
    const auto end = talk_->ask(pmp_request(request), [&](std::span<const std::uint8_t> bytes) {
        const auto read = read_pmp(bytes, request);
        if (read) answer = *read;
        return read.has_value();
    }, tries);
    is_silent = end == RouterTalk::End::silent;
    if (end != RouterTalk::End::answered) return "the router does not answer";
    if (answer.result != 0) return "the router refuses: NAT-PMP result " + std::to_string(answer.result);
    if (request.seconds == 0) return {};
    PortAnswer outside;
    const auto told = talk_->ask(pmp_address_request(), [&](std::span<const std::uint8_t> bytes) {
        const auto read = read_pmp_address(bytes);
        if (read) outside = *read;
        return read.has_value();
    });
    if (told != RouterTalk::End::answered || outside.address.is_none()) {
        PortRequest removal = request;
        removal.seconds = 0;
        PortAnswer removed;
        bool is_ignored = false;
        std::ignore = ask_pmp(removal, removed, kTries, is_ignored);
        return "the router does not report its address";
    }
    answer.address = outside.address;
    return {};
}

const std::string& PortMapper::description() {
    if (search_.valid()) description_ = search_.get();
    return description_;
}

std::string PortMapper::ask_upnp(const PortRequest& request, PortAnswer& answer) {
    if (!upnp_) {
        auto upnp = std::make_shared<Upnp>();
        if (const std::string why = upnp->find(description()); !why.empty()) return why;
        upnp_ = std::move(upnp);
    }
    return upnp_->map(request, answer);
}

/// `last` is the way in which the port was granted before; empty: any.
PortMapping PortMapper::ask(PortRequest& request, const std::string& last) {
    const std::uint32_t gateway = options_.gateway != 0 ? options_.gateway : default_gateway();
    using Refusal = PortMapping::Refusal;
    if (gateway == 0) return {.state = PortMapping::State::refused, .why = "this computer has no router (no default route)", .refusal = Refusal::no_router};
    router_ = {gateway, options_.gateway_port};
    talk_ = std::make_unique<RouterTalk>(router_);
    request.own_address = talk_->own_address();
    if (!talk_->is_open()) return {.state = PortMapping::State::refused, .why = "the router cannot be reached", .refusal = Refusal::silent};
    // All at once: what is found is used if the other ways fail.
    const bool searches = options_.asks_upnp && last.empty() && !upnp_;
    if (searches) {
        search_ = std::async(std::launch::async, [gateway, port = options_.ssdp_port] { return find_router_description(gateway, kUpnpPatience, port); });
    }
    struct Way {
        const char* name;
        std::function<std::string(PortAnswer&)> ask;
    };
    // One request of each shows whether a router that also answers by UPnP knows PCP or NAT-PMP.
    std::size_t tries = searches ? 1 : kTries;
    bool is_silent = false;
    std::vector<Way> ways = {{"PCP", [&](PortAnswer& answer) { return talk_->ask_pcp(request, answer, tries, is_silent); }},
                             {"NAT-PMP", [&](PortAnswer& answer) { return ask_pmp(request, answer, tries, is_silent); }}};
    if (options_.asks_upnp) ways.push_back({"UPnP", [&](PortAnswer& answer) { return ask_upnp(request, answer); }});
    std::stable_sort(ways.begin(), ways.end(), [&](const Way& a, const Way& b) { return a.name == last && b.name != last; });
    PortMapping refused{.state = PortMapping::State::refused, .refusal = Refusal::silent};
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const Way way = ways[i];
        PortAnswer answer;
        const std::string why = way.ask(answer);
        if (why.empty()) {
            return {.state = PortMapping::State::granted,
                    .by = way.name,
                    .address = answer.address.ipv4(),
                    .port = answer.port,
                    .seconds = answer.seconds,
                    .why = refused.why};
        }
        if (way.name == std::string_view("UPnP") ? upnp_ != nullptr : !is_silent) refused.refusal = Refusal::refused;
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

void PortMapper::keep(const PortRequest& request, const PortMapping& granted) {
    // By PCP and NAT-PMP a router has one mapping to this port of this computer, and by UPnP one of each of its own ports.
    std::erase_if(kept_, [&](const Kept& each) {
        return each.router == router_ && each.mapping.by == granted.by && (granted.by != "UPnP" || each.mapping.port == granted.port);
    });
    const auto expires = granted.seconds == 0 ? Clock::time_point::max() : Clock::now() + std::chrono::seconds(granted.seconds);
    kept_.push_back({.mapping = granted, .request = request, .router = router_, .upnp = upnp_, .expires = expires});
    kept_.back().request.seconds = 0;
}

void PortMapper::remove(const Kept& kept) {
    if (kept.mapping.by == "UPnP") return kept.upnp->remove(kept.mapping.port, kept.request.own_port);
    talk_ = std::make_unique<RouterTalk>(kept.router);
    PortAnswer answer;
    bool is_silent = false;
    if (kept.mapping.by == "PCP") {
        talk_->ask_pcp(kept.request, answer, kTries, is_silent);
    } else {
        ask_pmp(kept.request, answer, kTries, is_silent);
    }
}

void PortMapper::run() {
    const auto half_of = [this](std::uint32_t seconds) {
        const milliseconds life = std::chrono::seconds(seconds == 0 ? options_.seconds : seconds);
        return std::max(life / 2, kRenewMin);
    };
    PortRequest request{.own_port = options_.port, .port = options_.port, .seconds = options_.seconds, .nonce = random_nonce()};
    PortMapping granted;
    std::optional<Pinholes> pinholes;
    if (options_.asks_ipv6) {
        pinholes.emplace(PinholeOptions{.port = options_.port, .seconds = options_.seconds, .router = options_.ipv6_gateway, .router_port = options_.gateway_port,
                                        .own = options_.own_ipv6, .asks_upnp = options_.asks_upnp});
    }
    for (;;) {
        PortMapping now = ask(request, granted.by);
        now.pinholes = pinholes ? pinholes->open() : std::vector<Pinhole>();
        publish(now);
        const bool is_granted = now.state == PortMapping::State::granted;
        if (is_granted) {
            granted = now;
            keep(request, now);
            request.port = now.port;  // the same one when it is renewed
        } else {
            granted = {};
            upnp_.reset();  // another router may be there next time
        }
        std::erase_if(kept_, [](const Kept& each) { return each.expires <= Clock::now(); });
        milliseconds next = is_granted ? half_of(now.seconds) : kRetryAfter;
        if (pinholes) {
            pinholes->ask([this] { return wait(milliseconds(0)); });
            now.pinholes = pinholes->open();
            now.why_no_pinhole = pinholes->why();
            publish(now);
            for (const Pinhole& each : now.pinholes) next = std::min(next, half_of(each.seconds));
            if (now.pinholes.empty()) next = std::min(next, kRetryAfter);
        }
        if (wait(next)) break;
    }
    if (pinholes) pinholes->remove();
    for (const Kept& each : kept_) {
        if (Clock::now() < each.expires) remove(each);
    }
}

}  // namespace albireo::reach
