#include "client/voice/codec.hpp"

#include <opus.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

namespace albireo::voice {

void Encoder::Destroy::operator()(OpusEncoder* encoder) const {
    opus_encoder_destroy(encoder);
}
void Decoder::Destroy::operator()(OpusDecoder* decoder) const {
    opus_decoder_destroy(decoder);
}

Encoder::Encoder() {
    int error = OPUS_OK;
    opus_.reset(opus_encoder_create(kRate, 1, OPUS_APPLICATION_VOIP, &error));
    if (opus_ == nullptr) throw std::bad_alloc();
    opus_encoder_ctl(opus_.get(), OPUS_SET_BITRATE(kBitRate));
    opus_encoder_ctl(opus_.get(), OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE));
    opus_encoder_ctl(opus_.get(), OPUS_SET_VBR_CONSTRAINT(1));
    opus_encoder_ctl(opus_.get(), OPUS_SET_PACKET_LOSS_PERC(kExpectedLossPercent));
    opus_encoder_ctl(opus_.get(), OPUS_SET_DTX(1));
    opus_encoder_ctl(opus_.get(), OPUS_SET_COMPLEXITY(5));
}

std::size_t Encoder::encode(const Samples& samples, std::span<std::uint8_t> out) {
    const int size = opus_encode_float(opus_.get(), samples.data(), static_cast<int>(samples.size()), out.data(),
                                       static_cast<opus_int32>(out.size()));
    assert(size > 0 && "the encoder gets what it expects");
    // Opus marks silence by pieces of at most two bytes, which need not be sent.
    return size > 2 ? static_cast<std::size_t>(size) : 0;
}

Decoder::Decoder() {
    int error = OPUS_OK;
    opus_.reset(opus_decoder_create(kRate, 1, &error));
    if (opus_ == nullptr) throw std::bad_alloc();
}

void Decoder::decode(std::span<const std::uint8_t> bytes, Samples& samples) {
    const int wanted = static_cast<int>(samples.size());
    // A piece of another length would not fit, or leave a gap.
    const bool fits = !bytes.empty() && opus_decoder_get_nb_samples(opus_.get(), bytes.data(), static_cast<opus_int32>(bytes.size())) == wanted;
    int count = fits ? opus_decode_float(opus_.get(), bytes.data(), static_cast<opus_int32>(bytes.size()), samples.data(), wanted, 0) : 0;
    if (count != wanted) count = opus_decode_float(opus_.get(), nullptr, 0, samples.data(), wanted, 0);
    if (count != wanted) samples.fill(0);
    for (float& sample : samples) sample = std::isfinite(sample) ? std::clamp(sample, -1.0F, 1.0F) : 0;
}

}  // namespace albireo::voice
