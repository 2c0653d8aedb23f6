package io.abcast.torture;

import java.io.IOException;

/** A fault that cannot be injected at the moment throws this exception, and leaves the ensemble unchanged. */
final class NotInjected extends IOException {
    private static final long serialVersionUID = 1;

    NotInjected(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
