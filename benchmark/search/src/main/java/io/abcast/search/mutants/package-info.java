/**
 * Mutants. Each mutant breaks one rule of a protocol by a small change of its source, and a check must detect it. The
 * lists are the text resources of this package, one for each family of protocols.
 */
package io.abcast.search.mutants;
