package io.abcast.driver;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs one {@link GroupNode} by a {@link Driver}: adapters give the node, its effects and the application the
 * interfaces that the driver uses.
 *
 * <p>The embedding program runs the driver that {@link #driver} returns, as {@link Driver} describes. The embedding
 * program submits a transaction as an event of class {@link PendingTransaction}.
 *
 * <p><b>Results:</b> the node receives the results of a batch's deliveries at the end of the batch. If the node
 * delivers further transactions when it receives the results, the driver runs another batch in the same turn, before
 * the flush of the storage.
 *
 * <p><b>Thread rule:</b> only one thread at a time may use a group driver.
 */
public final class GroupDriver {
    /**
     * Maximum number of delivered transactions whose results the application has not reported. If {@code RESULTS_MAX}
     * deliveries have no result, a further delivery ends the driver with an error.
     */
    public static final int RESULTS_MAX = 1 << 20;

    /**
     * If a node delivers transactions in more than {@code ROUNDS_MAX} further batches of one turn, the driver ends with
     * an error.
     */
    private static final int ROUNDS_MAX = 100_000;

    private static final byte[] NOTHING = new byte[0];

    private record StateDigestAt(long seq, byte[] digest) {}

    private static final int LENGTH_BYTES = 4;

    private final GroupApplication application;
    private final LongSupplier wallMicros;
    private final GroupResults results = new GroupResults();

    private final ArrayDeque<StateDigestAt> digests = new ArrayDeque<>();

    private final Driver driver;

    private GroupNode node;

    private OtherGroups others;

    /** State of the group node for the snapshot that is being taken; {@code null} if no snapshot is being taken. */
    private byte[] state;

    /** Application state that is frozen for the node's next snapshot; {@code null} if no frozen state waits. */
    private Storage.SnapshotWriter frozen;

    /**
     * @param nodes function that creates the node with the effects of this driver; the node requests no effect before
     *     its start
     * @param wallMicros returns the wall-clock time in microseconds since 1970; the driver calls this function once per
     *     batch
     * @see Driver#Driver
     */
    public GroupDriver(
            String name,
            Function<GroupEffects, GroupNode> nodes,
            Storage storage,
            GroupApplication application,
            Sink sink,
            long random,
            long requestTimeoutNanos,
            LongSupplier wallMicros,
            Supplier<String> reason) {
        this.application = application;
        this.wallMicros = wallMicros;
        driver =
                new Driver(
                        name,
                        effects -> node(effects, nodes),
                        storage,
                        new Machine(),
                        sink,
                        random,
                        requestTimeoutNanos,
                        reason);
    }

    private Node node(Effects effects, Function<GroupEffects, GroupNode> nodes) {
        node = nodes.apply(new Requests(effects));
        return new Batches(node);
    }

    /** The {@code Driver} that runs the group node. */
    public Driver driver() {
        return driver;
    }

    /**
     * Calls {@link Driver#connect}, and sets the object that sends messages to the replicas of all groups. The
     * embedding program calls {@code connect} before the first turn.
     */
    public void connect(OtherMembers members, SnapshotWay way, OtherGroups groups) {
        others = groups;
        driver.connect(members, way);
    }

    /**
     * Passes a message that another replica has sent to the group node, see {@link GroupNode#onGroupMessage}. The
     * embedding program calls {@code onGroupMessage} inside a turn of the driver.
     */
    public void onGroupMessage(int group, int from, Message message) {
        if (driver.takesMessage()) node.onGroupMessage(group, from, message);
    }

    /**
     * Accepts the application's result for a transaction for which {@link GroupApplication#deliver} returned {@code
     * null}. The application may report results in any order.
     *
     * @param delivery the object that {@code GroupApplication#deliver} received, not a copy
     * @param result bytes of the application's result; must not be changed after the call
     */
    public void onResult(GroupDelivery delivery, byte[] result) {
        results.set(delivery, result);
    }

    /**
     * Reports the digest of the application's state after delivery {@code seq} to the node, see {@link
     * GroupNode#onDigest}.
     */
    public void onDigest(long seq, byte[] digest) {
        digests.add(new StateDigestAt(seq, digest));
    }

    /** Passes the lengths of the queues that {@link Driver#visitQueues} does not visit to {@code to}. */
    public void visitQueues(QueueVisitor to) {
        to.queue("deliveries without a result", results.waiting(), RESULTS_MAX);
    }

    private void handResults() {
        while (results.isReady() && !driver.ended()) results.handTo(node);
    }

    private final class Batches extends NodeFilter implements GroupNode {
        Batches(Node inner) {
            super(inner);
        }

        @Override
        public void onBatchStart(long nowNanos) {
            super.onBatchStart(nowNanos);
            node.onClock(wallMicros.getAsLong());
        }

        @Override
        public void onBatchEnd() {
            handResults();
            for (StateDigestAt each; (each = digests.poll()) != null && !driver.ended(); )
                node.onDigest(each.seq, each.digest);
            if (driver.ended()) return;
            super.onBatchEnd();
            for (int round = 0; results.isReady() && !driver.ended(); round++) {
                if (round == ROUNDS_MAX)
                    throw new IllegalStateException(
                            "the node delivered at the end of " + ROUNDS_MAX + " batches in a row");
                onBatchStart(driver.nowNanos());
                handResults();
                if (!driver.ended()) super.onBatchEnd();
            }
        }

        @Override
        public void onClock(long epochMicros) {
            node.onClock(epochMicros);
        }

        @Override
        public void onSubmit(long request, int[] groups, byte[] payload) {
            node.onSubmit(request, groups, payload);
        }

        @Override
        public void onGroupMessage(int group, int from, Message message) {
            node.onGroupMessage(group, from, message);
        }

        @Override
        public void onResult(long seq, byte[] result) {
            node.onResult(seq, result);
        }

        @Override
        public void onDigest(long seq, byte[] digest) {
            node.onDigest(seq, digest);
        }

        @Override
        public void onRestored(byte[] restored) {
            node.onRestored(restored);
        }
    }

    private final class Requests extends EffectsFilter implements GroupEffects {
        Requests(Effects effects) {
            super(effects);
        }

        @Override
        public void sendTo(int group, int server, Message message) {
            others.send(group, server, message);
        }

        @Override
        public void deliver(GroupDelivery delivery) {
            byte[] result;
            try {
                result = application.deliver(delivery);
            } catch (Throwable e) {
                throw new IllegalStateException(
                        "the receiver failed at transaction "
                                + delivery.timestamp()
                                + ", delivery "
                                + delivery.seq()
                                + ": "
                                + e,
                        e);
            }
            driver.effects().delivered++;
            results.add(delivery, result);
        }

        /**
         * By {@code deliver(Entry, boolean)}, a group node delivers only entries that change the membership, which
         * concern no application.
         */
        @Override
        public void deliver(Entry entry, boolean mine) {
            if (!entry.isMembership())
                throw new IllegalStateException("a group node delivered the entry " + entry);
        }

        @Override
        public void readTaken(long read) {
            driver.effects().readTaken(read);
        }

        @Override
        public void answer(long request, GroupAnswers answers) {
            driver.effects().answer(request, answers);
        }

        @Override
        public void digestAgreed(long seq, byte[] digest) {
            application.onDigest(seq, digest);
        }

        @Override
        public void freeze() {
            frozen = application.freeze();
            results.freeze();
        }

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] nodeState) {
            int missing = frozen == null ? results.waiting() : results.frozen();
            if (missing > 0)
                throw new IllegalStateException(
                        "the node took snapshot "
                                + Zxid.toString(zxid)
                                + " before it had "
                                + missing
                                + " results");
            state = nodeState;
            super.takeSnapshot(zxid, note, digested);
            state = null;
        }

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            throw new IllegalStateException(
                    "a group node took snapshot " + Zxid.toString(zxid) + " without its state");
        }
    }

    private final class Machine implements Application {
        @Override
        public Object deliver(long zxid, int origin, byte[] payload) {
            throw new IllegalStateException("delivered entry " + Zxid.toString(zxid));
        }

        @Override
        public Storage.SnapshotWriter freeze() {
            byte[] nodeState = state;
            WireWriter head = new WireWriter(LENGTH_BYTES + nodeState.length);
            head.i32(nodeState.length).raw(nodeState);
            Storage.SnapshotWriter rest = frozen == null ? application.freeze() : frozen;
            frozen = null;
            return rest.after(head.toByteArray());
        }

        @Override
        public void restore(InputStream content) throws IOException {
            results.clear();
            frozen = null;
            digests.clear();
            byte[] nodeState = content == null ? NOTHING : readState(content);
            application.restore(content);
            node.onRestored(nodeState);
        }

        private static byte[] readState(InputStream content) throws IOException {
            byte[] head = content.readNBytes(LENGTH_BYTES);
            int length = head.length == LENGTH_BYTES ? new WireReader(head).i32() : -1;
            // The input stream allocates memory as it reads, so a wrong length in the snapshot
            // allocates no more bytes than the snapshot has.
            byte[] nodeState = length < 0 ? NOTHING : content.readNBytes(length);
            if (nodeState.length != length)
                throw new IOException(
                        "the node's state: expected " + length + " bytes, got " + nodeState.length);
            return nodeState;
        }
    }
}
