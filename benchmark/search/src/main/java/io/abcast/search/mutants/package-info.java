/**
 * Mutants: each breaks one rule of a protocol by a small change of its source, and a check must find it. The lists are the text
 * resources of this package, one per family of protocols.
 */
package io.abcast.search.mutants;
