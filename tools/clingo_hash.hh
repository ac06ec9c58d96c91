// Included before every C++ source of the bundled clingo (5.6.2); see `clingo.cmake`.
//
// The grounder's indexes hash the values of the bound variables. For a single value its `hash_range` moves the bits in
// which neighbouring symbols differ out of reach of the hash table, so that nearly all keys collide: an index of 100 000
// entries then takes seconds instead of milliseconds. Here both ways in which such a key is hashed are mixed once more.
#if defined(__has_include)
#if __has_include(<gringo/symbol.hh>)
#include <gringo/symbol.hh>
#include <gringo/utility.hh>

namespace Gringo {

template <>
inline size_t hash_range(uint64_t *begin, uint64_t *end) {
    return hash_mix(hash_range(begin, end, std::hash<uint64_t>()));
}

template <>
inline size_t hash_range(SymVec::const_iterator begin, SymVec::const_iterator end) {
    return hash_mix(hash_range(begin, end, std::hash<Symbol>()));
}

// Several sources are compiled as one, and `input/aggregates.cc` declares functions of this name that hide the general one
// from the sources behind it.
namespace Input {
using Gringo::get_value_hash;
} // namespace Input

} // namespace Gringo
#endif
#endif
