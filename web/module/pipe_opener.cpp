#include "web/module/pipe_opener.hpp"

#include <utility>

namespace albireo::web {

std::unique_ptr<proto::PipeLink> open_pipe_link(const OpenPipe& open_pipe, std::uint8_t shard, const std::optional<proto::PublicKey>& key) {
    auto pipe = open_pipe(shard);
    if (pipe == nullptr) return nullptr;
    // A connect id needs only to differ from the one before it; the keys are what is secret.
    const proto::KeyPair own = proto::KeyPair::random();
    std::uint32_t connect_id = 0;
    for (int i = 0; i < 4; ++i) connect_id = connect_id << 8 | own.public_key[static_cast<std::size_t>(i)];
    return std::make_unique<proto::PipeLink>(std::move(pipe), connect_id, own, key);
}

std::string_view closed_text(const proto::PipeLink& link) {
    if (link.version_gap() != proto::VersionGap::none) return proto::text_of(link.version_gap());
    return link.was_open() ? "the server closed the connection: it may be full; try again in a minute"
                           : "the server does not answer: it is gone, or too many connections come from your address";
}

}  // namespace albireo::web
