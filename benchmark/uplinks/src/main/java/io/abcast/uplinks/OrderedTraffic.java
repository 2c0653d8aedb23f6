package io.abcast.uplinks;

import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.JChannel;

/** Requests of one host to an ordering protocol. Each request writes a key of its own. */
final class OrderedTraffic extends Traffic {
    /** Bound of the requests in flight, in bytes. */
    private static final int OPEN_BYTES_MAX = 8 << 20;

    private final AtomicBroadcast group;
    private final int openMax;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    OrderedTraffic(JChannel channel, HostPlan plan) {
        super(plan);
        group = AtomicBroadcast.on(channel, new NoState(), new OwnKeys());
        openMax = Math.max(1, OPEN_BYTES_MAX / plan.payloadBytes());
    }

    @Override
    boolean isReady() {
        return group.nodeStatus() != null && group.nodeStatus().active();
    }

    @Override
    boolean send(byte[] payload) {
        if (open.get() >= openMax) return false;
        open.incrementAndGet();
        group.abcast(
                payload,
                new AbcastCallback() {
                    @Override
                    public void onDelivered(long zxid, Object result) {
                        open.decrementAndGet();
                        committed.incrementAndGet();
                        finished(payload);
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        open.decrementAndGet();
                        failed.incrementAndGet();
                    }
                });
        return true;
    }

    @Override
    String counts() {
        return committed + " " + failed;
    }

    /** The number of a payload and its sender are its key. */
    private static final class OwnKeys implements Interference {
        @Override
        public String name() {
            return "io.abcast.uplinks";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public Keys keys(byte[] payload) {
            long number = number(payload);
            return Keys.writing(number + " " + host(payload));
        }
    }

    /** A receiver that only lets its requests take effect. */
    private static final class NoState implements Receiver {
        @Override
        public Object abdeliver(long zxid, int origin, byte[] payload) {
            return null;
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return out -> {};
        }

        @Override
        public void restore(InputStream content) throws IOException {
            // There is no state.
        }
    }
}
