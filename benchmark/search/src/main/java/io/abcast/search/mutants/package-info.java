/**
 * The mutants of the protocols: each breaks one rule of a protocol by a small change of the source, which a check must
 * detect. The lists of mutants are the text resources of the package {@code mutants}, one list for each family of
 * protocols.
 */
package io.abcast.search.mutants;
