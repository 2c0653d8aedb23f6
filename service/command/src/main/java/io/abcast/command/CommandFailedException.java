package io.abcast.command;

/** Reports that a command could not do its work, with exit code 1. The message is the one line that the user reads. */
public final class CommandFailedException extends RuntimeException {
    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
