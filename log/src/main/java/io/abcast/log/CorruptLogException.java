package io.abcast.log;

import java.io.IOException;
import java.nio.file.Path;

/** Reports that a storage holds damaged or inconsistent data, which the member must not use. */
public final class CorruptLogException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param offset offset in bytes, in {@code file}, at which the first bad record begins */
    public CorruptLogException(Path file, long offset, String what) {
        super(
                file
                        + " at offset "
                        + offset
                        + ": "
                        + what
                        + " (inspect with: abcast log verify "
                        + file.getParent()
                        + ")");
    }
}
