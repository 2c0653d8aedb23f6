package io.abcast.uplinks;

import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.OrderedTraffic;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import org.jgroups.JChannel;

/**
 * Sends the requests of one host to an ordering protocol of abcast. Each request of the host writes a key of its own.
 */
final class AbcastTraffic extends OrderedTraffic {
    private final JChannel channel;
    private final HostPlan plan;
    private final AtomicBroadcast group;

    AbcastTraffic(JChannel channel, HostPlan plan) {
        super(plan);
        this.channel = channel;
        this.plan = plan;
        group = AtomicBroadcast.on(channel, new NoState(), new OwnKeys());
    }

    @Override
    public boolean isReady() {
        return ShippedMember.isComplete(channel, plan)
                && group.nodeStatus() != null
                && group.nodeStatus().active();
    }

    @Override
    public String state() {
        return channel.getView() + ", " + group.nodeStatus();
    }

    @Override
    protected void submit(byte[] payload) {
        group.abcast(
                payload,
                new AbcastCallback() {
                    @Override
                    public void onDelivered(long zxid, Object result) {
                        committed(payload);
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        failed();
                    }
                });
    }

    @Override
    protected String figures() {
        return ShippedMember.figures(channel);
    }

    @Override
    public void close() {
        channel.close();
    }

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
            // The snapshot is empty, because this receiver has no state.
        }
    }
}
