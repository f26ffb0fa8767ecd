#include "client/app/activities/qr.hpp"

#include <qrencode.h>

namespace albireo::app {

std::shared_ptr<const QrCode> qr_code_of(const std::string& text) {
    if (text.empty()) return nullptr;
    // Level M: a screen is clean, but a phone may see it at an angle. Version 0: the smallest that fits.
    QRcode* const made = QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M);
    if (made == nullptr) return nullptr;
    auto code = std::make_shared<QrCode>();
    code->cells = made->width;
    const auto count = static_cast<std::size_t>(made->width) * static_cast<std::size_t>(made->width);
    for (std::size_t i = 0; i < count; ++i) code->dark.push_back((made->data[i] & 1) != 0);
    QRcode_free(made);
    return code;
}

}  // namespace albireo::app
