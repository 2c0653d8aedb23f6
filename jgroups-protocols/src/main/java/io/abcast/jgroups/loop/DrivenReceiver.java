package io.abcast.jgroups.loop;

import io.abcast.driver.Application;
import io.abcast.jgroups.Receiver;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * Adapts the member's {@link Receiver} to the driver. After each call, clears the interrupt flag of the thread, which
 * would close file channels and keep the event loop awake.
 */
final class DrivenReceiver implements Application {
    private final Receiver receiver;

    DrivenReceiver(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public Object deliver(long zxid, int origin, byte[] payload) {
        try {
            return receiver.abdeliver(zxid, origin, payload);
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    public Storage.SnapshotWriter freeze() {
        try {
            return receiver.snapshot();
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    public void restore(InputStream content) throws IOException {
        try {
            receiver.restore(content);
        } finally {
            Thread.interrupted();
        }
    }
}
