#pragma once
/// A link whose packets a test sees, before they are sealed and after they are opened.
#include <functional>
#include <memory>

#include "proto/link.hpp"

namespace albireo {

class WatchedLink final : public proto::Link {
  public:
    explicit WatchedLink(std::unique_ptr<proto::Link> inner) : inner_(std::move(inner)) {}

    std::function<void(proto::PeerId, proto::Channel, std::span<const std::uint8_t>)> on_sent = [](auto, auto, auto) {};
    std::function<void(const proto::LinkEvent&)> on_event = [](const auto&) {};
    std::function<void(proto::PeerId)> on_closed = [](auto) {};

    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes,
              proto::Micros now) override {
        on_sent(peer, channel, bytes);
        inner_->send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, proto::Micros now) override {
        if (!inner_->poll(event, now)) return false;
        on_event(event);
        return true;
    }
    void close(proto::PeerId peer) override {
        on_closed(peer);
        inner_->close(peer);
    }
    void flush(proto::Micros now) override { inner_->flush(now); }
    proto::LinkTraffic traffic() const override { return inner_->traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return inner_->host_of(peer); }
    std::size_t extra_header_bytes(proto::PeerId peer) const override { return inner_->extra_header_bytes(peer); }
    proto::Binding binding_of(proto::PeerId peer) const override { return inner_->binding_of(peer); }

  private:
    std::unique_ptr<proto::Link> inner_;
};

}  // namespace albireo
