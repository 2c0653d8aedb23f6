package io.abcast.search.mutants;

/**
 * Reports that a mutant cannot be made, because its list is malformed, its patch does not apply, or the patched source
 * does not compile.
 */
public final class MutantException extends RuntimeException {
    MutantException(String message) {
        super(message);
    }

    MutantException(String message, Throwable cause) {
        super(message, cause);
    }
}
