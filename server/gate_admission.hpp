#pragma once
/// How the gate of a server's link asks admission control (EnetServerOptions::admits).
#include <functional>
#include <memory>

#include "proto/enet_link.hpp"
#include "server/limits/admission_control.hpp"

namespace albireo::server {

inline std::function<bool(proto::GateRequest, Host, Micros)> admits_by(std::shared_ptr<AdmissionControl> admission) {
    return [admission = std::move(admission)](proto::GateRequest what, Host host, Micros now) {
        switch (what) {
            case proto::GateRequest::answer: return admission->answers_hello(host, now);
            case proto::GateRequest::place: return admission->admits_peer(host, now);
        }
        return false;
    };
}

}  // namespace albireo::server
