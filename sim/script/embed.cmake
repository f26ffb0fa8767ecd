# cmake -DOUT=file.cpp -DSCRIPTS="a.lua;b.lua" -P embed.cmake: writes the scripts' texts as C++ data.
# A raw string literal may be too long for a compiler, so each script becomes an array of bytes.
set(text "#include \"sim/script/compile.hpp\"\n\nnamespace albireo::script {\nnamespace {\n\n")
set(rows "")
foreach(script ${SCRIPTS})
    get_filename_component(name ${script} NAME_WE)
    file(READ ${script} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
    file(STRINGS ${script} head REGEX "^level {")
    if(head)
        set(is_level true)
    else()
        set(is_level false)
    endif()
    string(APPEND text "constexpr unsigned char k_${name}[] = {\n${bytes}};\n\n")
    string(APPEND rows "        {\"${name}\", {reinterpret_cast<const char*>(k_${name}), sizeof k_${name}}, ${is_level}},\n")
endforeach()
string(APPEND text "}  // namespace\n\nconst std::vector<BuiltinScript>& builtin_scripts() {\n"
                   "    static const std::vector<BuiltinScript> scripts = {\n${rows}    };\n    return scripts;\n}\n\n"
                   "}  // namespace albireo::script\n")
file(WRITE ${OUT} "${text}")
