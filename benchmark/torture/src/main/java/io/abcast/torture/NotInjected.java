package io.abcast.torture;

import java.io.IOException;

/**
 * Reports that a torture run cannot inject a fault at the moment. A fault that throws this exception leaves the
 * ensemble unchanged.
 */
final class NotInjected extends IOException {
    private static final long serialVersionUID = 1;

    NotInjected(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
