// A stand-in for the sidecar of Agones: the part of its REST interface that albireo-server uses, as its published description has it
// (sdk.swagger.json, beta.swagger.json). It is not Agones: it manages nothing. It prints a line for each request but /health:
//     METHOD PATH BODY -> STATUS STATE
// agones_stand_in PORT [COUNTER...]: the counters that the fleet defines; the list "codes" is always there. Port 0: any; it is printed.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "http/server.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;
using nlohmann::json;

struct Counter {
    long long count = 0, capacity = 0;
};

class Fleet {
  public:
    std::map<std::string, Counter> counters;
    std::string state = "Scheduled";
    int health = 0;

    http::Answer answer(const http::Request& request) {
        const json body = json::parse(request.body, nullptr, false);
        if (!body.is_object()) return {400, R"({"code":3,"message":"not a JSON object"})"};
        if (request.method == "POST") return post(request.path, body);
        if (request.method == "PATCH") return patch(request.path, body);
        return {501, R"({"code":12,"message":"Method Not Allowed"})"};
    }

  private:
    static http::Answer fault(const std::string& message) {
        return {500, json{{"code", 2}, {"message", message}}.dump()};
    }

    http::Answer post(const std::string& path, const json& body) {
        if (!body.empty()) return {400, R"({"code":3,"message":"unknown field"})"};
        static const std::map<std::string, std::string> kStates{
            {"/ready", "Ready"}, {"/allocate", "Allocated"}, {"/shutdown", "Shutdown"}};
        if (path == "/health") {
            ++health;
        } else if (const auto next = kStates.find(path); next != kStates.end()) {
            state = next->second;
        } else {
            return {404, R"({"code":5,"message":"Not Found"})"};
        }
        return {200, "{}"};
    }

    /// A number of 64 bits is a string.
    static long long number(const json& body, const char* name, long long otherwise) {
        return body.contains(name) ? std::strtoll(body[name].get<std::string>().c_str(), nullptr, 10) : otherwise;
    }
    http::Answer patch(const std::string& path, const json& body) {
        static const std::string kCounters = "/v1beta1/counters/", kList = "/v1beta1/lists/codes";
        const bool is_list = path == kList;
        if (!is_list && !path.starts_with(kCounters)) return {404, R"({"code":5,"message":"Not Found"})"};
        const std::set<std::string> allowed = is_list ? std::set<std::string>{"capacity", "values"}
                                                      : std::set<std::string>{"count", "capacity", "countDiff"};
        for (const auto& [name, value] : body.items()) {
            const bool is_typed = name == "values" ? value.is_array() : value.is_string();
            if (!allowed.contains(name) || !is_typed)
                return {400, R"({"code":3,"message":"unknown field or wrong type"})"};
        }
        if (is_list) {
            if (number(body, "capacity", 0) > 1000)
                return fault("out of range. Capacity must be within range [0,1000]");
            return {200, body.dump()};
        }
        const auto counter = counters.find(path.substr(kCounters.size()));
        if (counter == counters.end()) return fault("counter not found: " + path.substr(kCounters.size()));
        const Counter next{number(body, "count", counter->second.count),
                           number(body, "capacity", counter->second.capacity)};
        if (next.count < 0 || next.count > next.capacity)
            return fault("out of range. Count must be within range [0,Capacity]");
        counter->second = next;
        return {200, body.dump()};
    }
};

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "agones_stand_in", "agones_stand_in PORT [COUNTER...]: the REST interface of an Agones sidecar, for a test; prints what it receives");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    Fleet fleet;
    for (int i = 2; i < argc; ++i) fleet.counters[argv[i]] = {};
    boost::asio::io_context io;
    http::Server server(io, "127.0.0.1", static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 0),
                        [&](const http::Request& request, const http::Server::Reply& reply) {
                            http::Answer answer = fleet.answer(request);
                            if (request.path != "/health" || fleet.health == 1) {
                                std::printf("%s %s %s -> %u %s\n", request.method.c_str(), request.path.c_str(),
                                            request.body.c_str(), answer.status, fleet.state.c_str());
                            }
                            reply(std::move(answer));
                        },
                        {.name = "the sidecar", .takes_patch = true});
    std::printf("port %u\n", server.port());
    io.run();
}
