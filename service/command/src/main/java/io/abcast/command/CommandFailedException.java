package io.abcast.command;

/** A command could not do its work; the message is the one line that its user reads. Exit code 1. */
public final class CommandFailedException extends RuntimeException {
    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
