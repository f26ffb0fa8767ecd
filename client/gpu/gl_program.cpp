#include "client/gpu/gl_program.hpp"

#include <span>
#include <utility>

#include "client/gpu/gl_extras.hpp"
#include "client/gpu/shader_library.hpp"

namespace albireo::gpu {
namespace {

constexpr GLsizei kLogMax = 4096;

/// The driver's log of a shader or a program, read by the given call.
std::string log_of(GLuint name, decltype(glGetShaderInfoLog) get) {
    std::string log(kLogMax, '\0');
    GLsizei length = 0;
    get(name, kLogMax, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return log;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// The driver keeps them as long as their program.
void drop_stages(const Linking& linking) {
    for (const Linking::Stage& each : linking.stages) glDeleteShader(each.name);
}

/// Tells the program at which slots the device binds. A binary has forgotten it.
void set_slots(GLuint program, std::span<const ShaderSlot> slots) {
    glUseProgram(program);
    for (const ShaderSlot& slot : slots) {
        if (slot.is_block) {
            const GLuint block = glGetUniformBlockIndex(program, slot.name.c_str());
            if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, slot.slot);
        } else {
            const GLint place = glGetUniformLocation(program, slot.name.c_str());
            if (place >= 0) glUniform1i(place, static_cast<GLint>(slot.slot));
        }
    }
}

}  // namespace

std::uint64_t driver_hash() {
    std::uint64_t hash = kHashBegin;
    for (const GLenum name : std::initializer_list<GLenum>{GL_VENDOR, GL_RENDERER, GL_VERSION, GL_SHADING_LANGUAGE_VERSION}) {
        const auto* text = reinterpret_cast<const char*>(glGetString(name));
        hash = hash_more(hash, text != nullptr ? text : "");
        hash = hash_more(hash, std::string_view("\0", 1));
    }
    return hash;
}

Linking begin_program(const Dialect& dialect, const ShaderText& vertex, const ShaderText& fragment, Binaries binaries) {
    Linking linking;
    const auto stage = [&](GLenum kind, const ShaderText& shader) {
        return Linking::Stage{kind, translate(dialect, shader.text, linking.slots), shader.files};
    };
    linking.stages = {stage(GL_VERTEX_SHADER, vertex), stage(GL_FRAGMENT_SHADER, fragment)};
    linking.name = glCreateProgram();
    for (Linking::Stage& each : linking.stages) {
        each.name = glCreateShader(each.kind);
        const char* text = each.text.c_str();
        glShaderSource(each.name, 1, &text, nullptr);
        glCompileShader(each.name);
        glAttachShader(linking.name, each.name);
    }
    if (binaries == Binaries::keep) keep_binary(linking.name);
    glLinkProgram(linking.name);
    return linking;
}

bool is_ready(const Dialect& dialect, const Linking& linking) {
    constexpr GLenum kCompletionStatus = 0x91B1;  // of KHR_parallel_shader_compile
    GLint done = GL_TRUE;
    if (dialect.reports_completion) glGetProgramiv(linking.name, kCompletionStatus, &done);
    return done == GL_TRUE;
}

void drop_program(const Linking& linking) {
    glDeleteProgram(linking.name);
    drop_stages(linking);
}

void finish_program(const Linking& linking) {
    const auto fail = [&](const std::string& text) {
        drop_program(linking);
        throw ShaderError{text};
    };
    GLint done = 0;
    for (const Linking::Stage& each : linking.stages) {
        glGetShaderiv(each.name, GL_COMPILE_STATUS, &done);
        if (done != GL_TRUE) fail(readable_log(log_of(each.name, glGetShaderInfoLog), each.files));
    }
    glGetProgramiv(linking.name, GL_LINK_STATUS, &done);
    if (done != GL_TRUE) {
        const std::vector<std::string>& files = linking.stages.front().files;
        fail((files.empty() ? std::string("a shader") : files.front()) +
             ": does not link: " + first_line(log_of(linking.name, glGetProgramInfoLog)));
    }
    drop_stages(linking);
    set_slots(linking.name, linking.slots);
}

Linked link_program(const Dialect& dialect, const ShaderText& vertex, const ShaderText& fragment, ProgramCache& cache,
                    std::uint64_t driver) {
    if (!cache.is_on() || !dialect.has_binaries) {
        const Linking linking = begin_program(dialect, vertex, fragment, Binaries::drop);
        finish_program(linking);
        return {linking.name, false};
    }
    std::vector<ShaderSlot> slots;
    std::uint64_t key = driver;
    for (const auto& [kind, shader] : {std::pair{GL_VERTEX_SHADER, &vertex}, {GL_FRAGMENT_SHADER, &fragment}}) {
        key = hash_more(key, std::to_string(kind));
        key = hash_more(key, translate(dialect, shader->text, slots));
    }
    if (const auto binary = cache.find(key)) {
        if (const GLuint name = restore(*binary); name != 0) {
            set_slots(name, slots);
            return {name, true};
        }
    }
    const Linking linking = begin_program(dialect, vertex, fragment, Binaries::keep);
    finish_program(linking);
    if (const auto binary = binary_of(linking.name)) cache.keep(key, *binary);
    return {linking.name, false};
}

}  // namespace albireo::gpu
