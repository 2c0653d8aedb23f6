package io.abcast.torture;

import java.io.IOException;

/** Reports that a fault cannot be injected at the moment. The ensemble is unchanged. */
final class NotInjected extends IOException {
    private static final long serialVersionUID = 1;

    NotInjected(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
