# How the bundled clingo is built; see `.cargo/config.toml`.

# On some systems CMake prefers `lib64`, but the build script looks in `lib`.
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "")

# A better hash for the grounder's indexes: without it joins over one bound variable take quadratic time.
if(NOT CMAKE_HOST_WIN32)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/clingo_hash.hh>")
endif()
