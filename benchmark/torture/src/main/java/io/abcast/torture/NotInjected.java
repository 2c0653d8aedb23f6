package io.abcast.torture;

import java.io.IOException;

/** A fault cannot be injected at the moment. All is as before. */
final class NotInjected extends IOException {
    private static final long serialVersionUID = 1;

    NotInjected(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
