package io.abcast.jgroups.loop;

import io.abcast.benchmark.micro.Subject;
import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.OtherMembers;
import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.logging.LogFactory;

/**
 * Subjects that pass requests from callers to the event loop, and results back to the callers. The class is in this
 * package because the event loop and the inbox are package-private.
 */
public final class LoopSubjects {
    private static final int PAYLOAD_BYTES = 1024;
    private static final long TIMEOUT_NANOS = 10_000_000_000L;

    private LoopSubjects() {}

    public static Subject inbox(int batch) {
        Inbox inbox = new Inbox(batch, 1L << 30, 1L << 30);
        inbox.own();
        LoopEvent event = loop -> {};
        return () -> {
            for (int i = 0; i < batch; i++) inbox.admit(event, PAYLOAD_BYTES);
            int taken = inbox.await(System.nanoTime() + TIMEOUT_NANOS);
            if (taken != batch) throw new AssertionError(taken);
            inbox.release(batch, (long) batch * PAYLOAD_BYTES);
            return batch;
        };
    }

    public static Subject loop(int batch) throws Exception {
        return new Loop(batch, new Sink());
    }

    public static Subject copyingLoop(int batch) throws Exception {
        return new Loop(
                batch,
                new Sink() {
                    private byte[] last;

                    @Override
                    public Object abdeliver(long zxid, int origin, byte[] payload) {
                        last = payload.clone();
                        return last.length;
                    }
                });
    }

    private static final class Loop implements Subject, AbcastCallback {
        private final int batch;
        private final byte[] payload = new byte[PAYLOAD_BYTES];
        private final Inbox inbox;
        private final EventLoop loop;
        private volatile Thread caller;
        private volatile AbcastException failure;
        private volatile long answered;
        private long submitted;

        Loop(int batch, Receiver receiver) throws Exception {
            this.batch = batch;
            inbox = new Inbox(batch, 1L << 30, 1L << 30);
            loop =
                    new EventLoop(
                            "loop of " + batch,
                            LogFactory.getLog(LoopSubjects.class),
                            Alone::new,
                            Storages.open(Durability.MEMORY, null, 1, Membership.of(1), note -> {}),
                            receiver,
                            inbox,
                            TIMEOUT_NANOS,
                            () -> {},
                            () -> "",
                            why -> {});
            loop.start(new Nobody());
            inbox.post(Driver::serve);
        }

        @Override
        public int turn() {
            caller = Thread.currentThread();
            for (int i = 0; i < batch; i++) {
                CallerRequest request = new CallerRequest(payload, this);
                Inbox.Admission admission;
                // The inbox releases the capacity of the last batch only after the callbacks, so
                // for a moment the inbox can be full.
                while ((admission = inbox.admit(request, request.bytes())) == Inbox.Admission.BUSY)
                    Thread.onSpinWait();
                if (admission != Inbox.Admission.ADMITTED) throw new AssertionError(admission);
            }
            submitted += batch;
            while (answered < submitted && failure == null) LockSupport.park(this);
            if (failure != null) throw failure;
            return batch;
        }

        @Override
        public void onDelivered(long zxid, Object result) {
            long now = answered + 1;
            answered = now;
            if (now % batch == 0) LockSupport.unpark(caller);
        }

        @Override
        public void onFailed(AbcastException why) {
            failure = why;
            LockSupport.unpark(caller);
        }

        @Override
        public void close() {
            loop.stop();
        }
    }

    private static class Sink implements Receiver {
        @Override
        public Object abdeliver(long zxid, int origin, byte[] payload) {
            return null;
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return out -> out.write(1);
        }

        @Override
        public void restore(InputStream content) {}
    }

    private static final class Nobody implements OtherMembers {
        @Override
        public void send(int to, Message message) {}

        @Override
        public void onMembership(Membership now) {}

        @Override
        public void onEnd() {}

        @Override
        public void onTick(long nowNanos) {}
    }

    private static final class Alone implements Node {
        private static final int OPEN_MAX = 1 << 16;
        private static final int ENTRIES_MAX = 1 << 14;

        private final Effects effects;

        private final Entry[] open = new Entry[OPEN_MAX];

        private final long base = Zxid.of(1, 0);
        private long appended;
        private long delivered;
        private long snapshot;

        Alone(Effects effects) {
            this.effects = effects;
        }

        @Override
        public void onStart(Recovered recovered) {}

        @Override
        public void onBatchStart(long nowNanos) {}

        @Override
        public void onBatchEnd() {
            if (delivered - snapshot < ENTRIES_MAX) return;
            snapshot = delivered;
            effects.takeSnapshot(base + delivered, new byte[0]);
        }

        @Override
        public void onSubmit(long request, byte[] payload) {
            appended++;
            Entry entry = new Entry(base + appended, 1, request, payload);
            open[(int) appended & OPEN_MAX - 1] = entry;
            effects.append(entry);
        }

        @Override
        public void onSynced(long position) {
            while (delivered < position) {
                delivered++;
                int slot = (int) delivered & OPEN_MAX - 1;
                Entry entry = open[slot];
                open[slot] = null;
                effects.deliver(entry, true);
            }
        }

        @Override
        public void onSnapshotTaken(SnapshotId taken, Digest content) {
            if (taken != null) effects.purgeLog(taken.zxid());
        }

        @Override
        public void onReconfigure(long request, MembershipChange change) {}

        @Override
        public void onRead(long read) {}

        @Override
        public void onMessage(int from, Message message) {}

        @Override
        public void onPersisted(long version) {}

        @Override
        public void onLogRead(long afterZxid, List<Entry> entries) {}

        @Override
        public void onSnapshotRead(SnapshotId id, long offset, byte[] bytes) {}

        @Override
        public void onSnapshotWritten(SnapshotId id, long nextOffset) {}

        @Override
        public void onSnapshotInstalled(SnapshotId id, boolean installed) {}

        @Override
        public void onTimer(int kind) {}

        @Override
        public void onReachable(Set<Integer> members) {}
    }
}
