#include "client/gpu/gl_program.hpp"

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

GLuint compile(const Stage& stage) {
    const GLuint name = glCreateShader(stage.kind);
    const char* text = stage.text->text.c_str();
    glShaderSource(name, 1, &text, nullptr);
    glCompileShader(name);
    GLint done = 0;
    glGetShaderiv(name, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE) return name;
    const std::string log = log_of(name, glGetShaderInfoLog);
    glDeleteShader(name);
    throw ShaderError{readable_log(log, stage.text->files)};
}

}  // namespace

GLuint link_program(std::span<const Stage> stages) {
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
    glLinkProgram(program);
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return program;
    const std::string log = log_of(program, glGetProgramInfoLog);
    glDeleteProgram(program);
    const std::vector<std::string>& files = stages.front().text->files;
    throw ShaderError{(files.empty() ? std::string("a shader") : files.front()) +
                      ": does not link: " + log.substr(0, log.find('\n'))};
}

}  // namespace albireo::gpu
