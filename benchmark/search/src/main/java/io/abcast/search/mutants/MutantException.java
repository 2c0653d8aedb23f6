package io.abcast.search.mutants;

/**
 * Reports that a mutant (a protocol with one broken rule) cannot be built, because its description is malformed or does
 * not fit the sources.
 */
public final class MutantException extends RuntimeException {
    MutantException(String message) {
        super(message);
    }

    MutantException(String message, Throwable cause) {
        super(message, cause);
    }
}
