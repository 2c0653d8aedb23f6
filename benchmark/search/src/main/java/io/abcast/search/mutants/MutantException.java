package io.abcast.search.mutants;

/**
 * Reports that a mutant, a protocol with one broken rule, cannot be compiled. The list of mutants is malformed, a
 * mutant's patch does not apply, or its patched source does not compile.
 */
public final class MutantException extends RuntimeException {
    MutantException(String message) {
        super(message);
    }

    MutantException(String message, Throwable cause) {
        super(message, cause);
    }
}
