# The texts of files as one C++ file: NAMESPACE::FUNCTION() returns them as a span of TYPE, each { name, text }.
#   cmake -DOUT=file.cpp -DROOT=dir "-DFILES=a;b" -DHEADER=declares_type.hpp -DNAMESPACE=n -DTYPE=T -DFUNCTION=f -P EmbedText.cmake
# FILES are relative to ROOT; a text's name is its path there. -DSTRIP=ON leaves out comments (// to the end of a line, and lines that
# begin with "# ") and indentation, for pages that are sent; every line keeps its number.
# A string literal may be too long for a compiler, so long texts are cut into pieces that are joined again.
set(code "#include \"${HEADER}\"\n#include <span>\n\nnamespace ${NAMESPACE} {\n\n")
string(APPEND code "std::span<const ${TYPE}> ${FUNCTION}() {\n    static const ${TYPE} texts[] = {\n")
foreach(file ${FILES})
    file(READ ${ROOT}/${file} text)
    if(STRIP)
        if(text MATCHES "/\\*|\\\\\n|(^|\n)# +(define|if|else|endif|include)")
            message(FATAL_ERROR "${file}: STRIP knows no block comments, continued lines, or spaces before the word of a directive")
        endif()
        string(REGEX REPLACE "[ \t]*//[^\n]*" "" text "${text}")
        string(REGEX REPLACE "(^|\n)# [^\n]*" "\\1" text "${text}")
        string(REGEX REPLACE "\n +" "\n" text "${text}")
    endif()
    string(LENGTH "${text}" size)
    string(APPEND code "    {\"${file}\",\n")
    set(at 0)
    while(at LESS size)
        string(SUBSTRING "${text}" ${at} 12000 piece)
        string(APPEND code "R\"~~~(${piece})~~~\"\n")
        math(EXPR at "${at} + 12000")
    endwhile()
    string(APPEND code "    },\n")
endforeach()
string(APPEND code "    };\n    return texts;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${code}")
