#pragma once
/// The HTTP server of the operator's pages: http/server.hpp, meant for loopback. No game runs on its thread.
#include "http/server.hpp"

namespace albireo::server {

using AdminRequest = http::Request;
using AdminAnswer = http::Answer;
using AdminHttpServer = http::Server;

}  // namespace albireo::server
