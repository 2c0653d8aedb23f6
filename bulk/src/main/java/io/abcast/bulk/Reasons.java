package io.abcast.bulk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * Describes the reason of an {@link IOException} in words, because the message of some I/O exceptions is only a path.
 */
final class Reasons {
    private Reasons() {}

    static String of(IOException e) {
        if (e instanceof AccessDeniedException denied)
            return denied.getFile() + ": permission denied";
        if (e instanceof NoSuchFileException missing) return missing.getFile() + ": no such file";
        String message = e.getMessage();
        return message == null || message.isEmpty() ? e.getClass().getSimpleName() : message;
    }
}
