#include "reach/pinholes.hpp"

#include <algorithm>
#include <utility>

#include "reach/interfaces.hpp"
#include "reach/router_talk.hpp"
#include "reach/upnp.hpp"

namespace albireo::reach {
namespace {

using Clock = std::chrono::steady_clock;

/// Those to which friends may connect, the sender of this computer's own packets first.
std::vector<proto::IpAddress> own_addresses() {
    std::vector<proto::IpAddress> all = global_ipv6();
    const proto::IpAddress sender = ipv6_sender();
    const auto found = std::ranges::find(all, sender);
    if (found != all.end()) std::rotate(all.begin(), found, found + 1);
    if (all.size() > Pinholes::kAddressesMax) all.resize(Pinholes::kAddressesMax);
    return all;
}

}  // namespace

Pinholes::Pinholes(PinholeOptions options) : options_(std::move(options)), nonce_(random_nonce()) {}
Pinholes::~Pinholes() = default;

std::string Pinholes::ask_pcp(const proto::IpAddress& own, std::uint32_t seconds, Pinhole& made, bool& is_silent) {
    const RouterTalk talk({router_, options_.router_port}, own);
    if (!talk.is_open()) return "the router cannot be reached from " + proto::text_of(own);
    const PortRequest request{.own_port = options_.port, .port = options_.port, .seconds = seconds, .own_address = own, .nonce = nonce_};
    PortAnswer answer;
    if (std::string why = talk.ask_pcp(request, answer, RouterTalk::kTries, is_silent); !why.empty()) return why;
    made = {.own = own, .outside = {answer.address, answer.port}, .by = "PCP", .seconds = answer.seconds};
    return {};
}

std::string Pinholes::ask_upnp(const proto::IpAddress& own, Pinhole& made) {
    if (!upnp_) {
        auto upnp = std::make_shared<Upnp>();
        if (std::string why = upnp->find_ipv6(router_.scope()); !why.empty()) return why;
        upnp_ = std::move(upnp);
    }
    if (std::string why = upnp_->open_pinhole(own, options_.port, options_.seconds); !why.empty()) return why;
    made = {.own = own, .outside = {own, options_.port}, .by = "UPnP", .seconds = options_.seconds};
    return {};
}

void Pinholes::keep(const proto::IpAddress& own, const Pinhole* made) {
    std::erase_if(open_, [&](const Pinhole& each) { return each.own == own; });
    std::erase_if(kept_, [&](const Kept& each) {
        const bool is_renewed = made != nullptr && each.pinhole.own == own && each.pinhole.by == made->by && each.router == router_ && (made->by == "PCP" || each.upnp == upnp_);
        return is_renewed || each.expires <= Clock::now();
    });
    if (made == nullptr) return;
    open_.push_back(*made);
    const auto expires = made->seconds == 0 ? Clock::time_point::max() : Clock::now() + std::chrono::seconds(made->seconds);
    kept_.push_back({.pinhole = *made, .router = router_, .upnp = upnp_, .expires = expires});
}

void Pinholes::ask(const std::function<bool()>& stops) {
    const std::vector<proto::IpAddress> own = options_.own.empty() ? own_addresses() : options_.own;
    router_ = options_.router.is_none() ? default_ipv6_gateway() : options_.router;
    // Addresses that the computer no longer has.
    std::erase_if(open_, [&](const Pinhole& each) { return std::ranges::find(own, each.own) == own.end(); });
    why_ = own.empty() ? "this computer has no IPv6 address on the internet" : router_.is_none() ? "this computer has no IPv6 router (no default route)" : "";
    if (!why_.empty()) return;
    const bool had_any = !open_.empty();
    bool is_silent = false, has_upnp = options_.asks_upnp;
    std::string refused;
    for (const proto::IpAddress& each : own) {
        if (stops()) return;
        const auto known = std::ranges::find(open_, each, &Pinhole::own);
        const bool was_upnp = known != open_.end() && known->by == "UPnP";
        Pinhole made;
        std::string why = "the router does not answer";
        // A router that is silent about one address is not asked for the next.
        if (!was_upnp && !is_silent) why = ask_pcp(each, options_.seconds, made, is_silent);
        if (!why.empty()) refused = "PCP: " + why;
        if (!why.empty() && has_upnp && !stops()) {
            why = ask_upnp(each, made);
            has_upnp = upnp_ != nullptr;  // it was found
            if (!why.empty()) refused += "; UPnP: " + why;
        }
        keep(each, why.empty() ? &made : nullptr);
    }
    if (!open_.empty()) return;
    why_ = refused;
    if (had_any) upnp_.reset();  // another router may be there next time
}

void Pinholes::remove(const Kept& kept) {
    const proto::IpAddress& own = kept.pinhole.own;
    if (kept.pinhole.by == "UPnP") return kept.upnp->remove_pinhole(own);
    router_ = kept.router;
    Pinhole gone;
    bool is_silent = false;
    // A router that does not know its own pinhole again refuses to remove it (miniupnpd 2.3.1 with nftables): it is to expire at once.
    if (!ask_pcp(own, 0, gone, is_silent).empty() && !is_silent) ask_pcp(own, 1, gone, is_silent);
}

void Pinholes::remove() {
    for (const Kept& each : kept_) {
        if (Clock::now() < each.expires) remove(each);
    }
    kept_.clear();
    open_.clear();
}

}  // namespace albireo::reach
