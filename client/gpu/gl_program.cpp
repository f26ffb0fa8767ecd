#include "client/gpu/gl_program.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

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

struct Stage {
    GLenum kind;
    std::string text;
    std::span<const std::string> files;
};

GLuint compile(const Stage& stage) {
    const GLuint name = glCreateShader(stage.kind);
    const char* text = stage.text.c_str();
    glShaderSource(name, 1, &text, nullptr);
    glCompileShader(name);
    GLint done = 0;
    glGetShaderiv(name, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE) return name;
    const std::string log = log_of(name, glGetShaderInfoLog);
    glDeleteShader(name);
    throw ShaderError{readable_log(log, stage.files)};
}

GLuint compile_program(std::span<const Stage> stages, bool keeps) {
    const GLuint program = glCreateProgram();
    try {
        for (const Stage& stage : stages) {
            const GLuint shader = compile(stage);
            glAttachShader(program, shader);
            glDeleteShader(shader);  // deleted together with the program
        }
    } catch (...) {
        glDeleteProgram(program);
        throw;
    }
    if (keeps) glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    glLinkProgram(program);
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return program;
    const std::string log = log_of(program, glGetProgramInfoLog);
    glDeleteProgram(program);
    const std::span<const std::string> files = stages.front().files;
    throw ShaderError{(files.empty() ? std::string("a shader") : files.front()) +
                      ": does not link: " + log.substr(0, log.find('\n'))};
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

/// 0 if the driver does not know the format, or does not accept the binary: it need not, even if it made it itself.
GLuint restore(const ProgramCache::Binary& binary) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &count);
    std::vector<GLint> formats(static_cast<std::size_t>(std::max(count, 1)));
    if (count > 0) glGetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats.data());
    formats.resize(static_cast<std::size_t>(std::max(count, 0)));
    if (std::find(formats.begin(), formats.end(), static_cast<GLint>(binary.format)) == formats.end()) return 0;
    const GLuint program = glCreateProgram();
    glProgramBinary(program, binary.format, binary.bytes.data(), static_cast<GLsizei>(binary.bytes.size()));
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return program;
    glDeleteProgram(program);
    return 0;
}

std::optional<ProgramCache::Binary> binary_of(GLuint program) {
    GLint formats = 0, size = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats <= 0) return std::nullopt;
    glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size);
    if (size <= 0) return std::nullopt;
    ProgramCache::Binary binary{0, std::vector<char>(static_cast<std::size_t>(size))};
    GLsizei got = 0;
    GLenum format = 0;
    glGetProgramBinary(program, size, &got, &format, binary.bytes.data());
    binary.format = format;
    binary.bytes.resize(static_cast<std::size_t>(std::max(got, 0)));
    return binary;
}

}  // namespace

std::uint64_t driver_hash() {
    std::uint64_t hash = kHashBegin;
    for (const GLenum name : {GL_VENDOR, GL_RENDERER, GL_VERSION, GL_SHADING_LANGUAGE_VERSION}) {
        const auto* text = reinterpret_cast<const char*>(glGetString(name));
        hash = hash_more(hash, text != nullptr ? text : "");
        hash = hash_more(hash, std::string_view("\0", 1));
    }
    return hash;
}

Linked link_program(const Dialect& dialect, const ShaderText& vertex, const ShaderText& fragment, ProgramCache& cache,
                    std::uint64_t driver) {
    std::vector<ShaderSlot> slots;
    const std::array<Stage, 2> stages = {
        {{GL_VERTEX_SHADER, translate(dialect, vertex.text, slots), vertex.files},
         {GL_FRAGMENT_SHADER, translate(dialect, fragment.text, slots), fragment.files}}};
    const bool keeps = cache.is_on() && dialect.has_binaries;
    std::uint64_t key = driver;
    Linked linked;
    if (keeps) {
        for (const Stage& stage : stages) {
            key = hash_more(key, std::to_string(stage.kind));
            key = hash_more(key, stage.text);
        }
        if (const auto binary = cache.find(key)) linked.name = restore(*binary);
        linked.is_restored = linked.name != 0;
    }
    if (!linked.is_restored) {
        linked.name = compile_program(stages, keeps);
        if (keeps) {
            if (const auto binary = binary_of(linked.name)) cache.keep(key, *binary);
        }
    }
    set_slots(linked.name, slots);
    return linked;
}

}  // namespace albireo::gpu
