# Unit tests for the sources of a target, by Everypath:
#
#   list(APPEND CMAKE_MODULE_PATH path/to/everypath/integrations/cmake)
#   include(Everypath)
#   everypath_generate(shop OUT ${CMAKE_CURRENT_SOURCE_DIR}/tests OPTIONS --unit-time 2)
#
# adds the target `everypath-shop`, which writes a suite for each C source of `shop`, with the
# flags that CMake compiles it with. It is built when it is asked for:
#
#   cmake --build build --target everypath-shop
#
# The rules that bring the suites into the build are beside them; see docs/c.md.
find_program(EVERYPATH_EXECUTABLE everypath HINTS ENV EVERYPATH_ROOT)

function(everypath_generate target)
    cmake_parse_arguments(PARSE_ARGV 1 EVERYPATH "" "OUT" "OPTIONS")
    if(NOT EVERYPATH_EXECUTABLE)
        message(FATAL_ERROR "everypath is not installed; name it with -DEVERYPATH_EXECUTABLE=FILE")
    endif()
    if(NOT EVERYPATH_OUT)
        set(EVERYPATH_OUT "${CMAKE_CURRENT_SOURCE_DIR}/tests")
    endif()
    # What sources are compiled with is in compile_commands.json.
    set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
    get_target_property(all ${target} SOURCES)
    set(sources "")
    foreach(source IN LISTS all)
        if(source MATCHES "\\.c$")
            list(APPEND sources "${source}")
        endif()
    endforeach()
    if(NOT sources)
        message(FATAL_ERROR "everypath_generate: ${target} has no C sources")
    endif()
    add_custom_target(
        everypath-${target}
        COMMAND
            "${EVERYPATH_EXECUTABLE}" generate ${sources} --out "${EVERYPATH_OUT}"
            --compile-commands "${CMAKE_BINARY_DIR}" ${EVERYPATH_OPTIONS}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        COMMENT "Everypath writes tests of ${target}"
        VERBATIM
        USES_TERMINAL
    )
endfunction()
