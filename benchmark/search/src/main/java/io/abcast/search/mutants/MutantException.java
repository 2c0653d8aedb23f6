package io.abcast.search.mutants;

/**
 * Reports that a mutant (a protocol with one broken rule) cannot be built: the list of mutants is malformed, a patch
 * does not apply, or the patched source does not compile.
 */
public final class MutantException extends RuntimeException {
    MutantException(String message) {
        super(message);
    }

    MutantException(String message, Throwable cause) {
        super(message, cause);
    }
}
