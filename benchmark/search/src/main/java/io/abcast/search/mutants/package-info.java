/**
 * The mutants of the protocols. Each mutant breaks one rule of a protocol by a small change of the source, and a check
 * must detect this mutant. The lists of mutants are the text resources of the package {@code mutants}, one list for
 * each family of protocols.
 */
package io.abcast.search.mutants;
