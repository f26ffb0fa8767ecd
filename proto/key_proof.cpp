#include "proto/key_proof.hpp"

#include <span>
#include <string>

namespace albireo::proto {

KeyProof::KeyProof(const NetAddress& server, const PublicKey& key) {
    std::string ignored;
    link_ = make_enet_client(std::span{&server.host, 1}, server.port, ignored, key);
}

std::optional<bool> KeyProof::advance(Micros now) {
    if (link_ == nullptr) return false;
    for (LinkEvent event; link_->poll(event, now);) {
        if (event.kind == LinkEvent::Kind::other_key) return false;
        has_answered_ = has_answered_ || event.kind == LinkEvent::Kind::connected || event.kind == LinkEvent::Kind::refused;
    }
    link_->flush(now);
    return has_answered_ ? std::optional(true) : std::nullopt;
}

}  // namespace albireo::proto
