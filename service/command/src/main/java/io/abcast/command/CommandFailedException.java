package io.abcast.command;

/**
 * Reports that a command of abcast could not do its work, so that the process ends with exit code 1. The user sees only
 * the exception's message, which is one line.
 */
public final class CommandFailedException extends RuntimeException {
    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
