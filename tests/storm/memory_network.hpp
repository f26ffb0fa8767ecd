#pragma once
/// A network in memory that carries packets: fast, and without keys. The faults of a player's link follow the player's clock.
#include <array>
#include <vector>

#include "proto/memory_link.hpp"
#include "tests/storm/network.hpp"
#include "tests/storm/tap.hpp"

namespace albireo::storm {

class MemoryNetwork final : public Network {
  public:
    std::shared_ptr<server::AdmissionControl> begin_server() override { return std::make_shared<server::AdmissionControl>(); }
    void end_server() override { net_.forget_all(); }
    proto::Link& server() override { return net_; }
    std::unique_ptr<proto::Link> connect(Slot slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks) override {
        return std::make_unique<Tap>(taps_[index(slot)], net_.connect(), faults, tricks, tricks_, closed_);
    }
    std::unique_ptr<proto::Link> connect_stranger() override { return net_.connect(); }
    void set(Slot slot, const proto::FaultyLinkOptions& faults) override {
        for (Tap* tap : taps_[index(slot)]) tap->set(faults);
    }
    void calm(Slot slot) override {
        for (Tap* tap : taps_[index(slot)]) tap->calm();
    }
    void cut(Slot slot) override {
        for (Tap* tap : taps_[index(slot)]) tap->cut();
    }
    void advance(Micros) override {}
    Micros next_due() const override { return proto::kNever; }
    Micros server_due() const override { return proto::kNever; }
    Micros next_due_at(Slot slot) const override {
        Micros due = proto::kNever;
        for (const Tap* tap : taps_[index(slot)]) due = std::min(due, tap->next_due());
        return due;
    }
    proto::ImpairmentCounters impairments() const override {
        proto::ImpairmentCounters sum = closed_;
        for (const auto& taps : taps_) {
            for (const Tap* tap : taps) sum.add(tap->link_counters());
        }
        return sum;
    }
    const TrickCounters& tricks() const override { return tricks_; }

  private:
    proto::MemoryNet net_;
    std::array<std::vector<Tap*>, kSlotCount> taps_;  // of the player's open links: the current one, and another that the client tries beside it
    proto::ImpairmentCounters closed_;                // of links that are closed
    TrickCounters tricks_;
};

}  // namespace albireo::storm
