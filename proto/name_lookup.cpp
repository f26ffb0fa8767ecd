#include "proto/name_lookup.hpp"

#include <algorithm>
#include <cassert>
#include <thread>

namespace albireo::proto {
namespace {

/// At least one of each family, if there is one.
std::vector<IpAddress> addresses_in(const std::vector<platform::Endpoint>& list) {
    std::vector<IpAddress> all;
    for (const platform::Endpoint& each : list) {
        const IpAddress address = address_of(each).host;
        if (!address.is_none() && std::ranges::find(all, address) == all.end()) all.push_back(address);
    }
    if (all.size() <= NameLookup::kAddressesMax) return all;
    const auto is_other = [&](const IpAddress& each) { return each.is_ipv4() != all.front().is_ipv4(); };
    const auto other = std::ranges::find_if(all, is_other);
    const auto last = all.begin() + (NameLookup::kAddressesMax - 1);
    if (other != all.end() && other > last) *last = *other;
    all.resize(NameLookup::kAddressesMax);
    return all;
}

}  // namespace

NameLookup::NameLookup(const std::string& host) : found_(std::make_shared<Found>()) {
    if (const IpAddress address = read_ip(host); !address.is_none()) {
        found_->addresses = {address};
        found_->done = true;
        return;
    }
    std::thread([found = found_, host] {
        found->addresses = addresses_in(platform::resolve(host));
        found->done = true;
    }).detach();
}

const std::vector<IpAddress>& NameLookup::addresses() const {
    assert(is_done() && "the addresses are read when they are known");
    return found_->addresses;
}

IpAddress NameLookup::ipv4() const {
    const auto found = std::ranges::find_if(addresses(), &IpAddress::is_ipv4);
    return found == addresses().end() ? IpAddress{} : *found;
}

}  // namespace albireo::proto
