package io.abcast.benchmark.twophase;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.replica.LockedStore;
import io.abcast.partitions.replica.StoreCall;
import io.abcast.partitions.rows.FrozenRows;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a partition of the transactional store: if a procedure aborts, two-phase commit still commits the
 * transaction, and the answer reports the abort.
 */
final class StoreWork implements PartitionWork {
    /** Number of low bits of a timestamp's clock value that count fractions of a microsecond. */
    private static final int CLOCK_SHIFT = 8;

    private static final int PARTICIPANTS_MAX = 4096;

    private final int partition;
    private final StoreDefinition definition;

    /** The rows of the partition; {@code null} before the first {@link #restore}. */
    private LockedStore store;

    StoreWork(int partition, StoreDefinition definition) {
        this.partition = partition;
        this.definition = definition;
    }

    /**
     * @param participants numbers of the partitions; the first one is the home partition
     * @param call an encoded {@link StoreCall}
     */
    static byte[] encode(int[] participants, byte[] call) {
        WireWriter out = new WireWriter(4 + 2 * participants.length + call.length);
        out.varint(participants.length);
        for (int each : participants) out.varint(each);
        return out.raw(call).toByteArray();
    }

    /**
     * Only the home partition returns the result of the procedure; the results of the other partitions are empty.
     *
     * @param destinations numbers of the partitions, ascending
     */
    static GroupAnswers answers(int home, int[] destinations, byte[] result) {
        WireReader in = new WireReader(result);
        GroupTimestamp timestamp = new GroupTimestamp(in.i64(), in.i64(), in.i64());
        byte[] answer = in.raw(in.remaining());
        boolean isCommitted = StoreCall.Answer.decode(answer).status() == Status.COMMITTED;
        byte[][] results = new byte[destinations.length][];
        for (int i = 0; i < results.length; i++)
            results[i] =
                    destinations[i] == home || !isCommitted ? answer : Arrays.copyOf(answer, 1);
        return new GroupAnswers(timestamp, destinations, results);
    }

    static GroupTimestamp timestamp(CommitId id) {
        return new GroupTimestamp(id.stamp() << CLOCK_SHIFT, id.server(), id.attempt() + 1L);
    }

    @Override
    public Piece piece(CommitId id, byte[] bytes, int offset) {
        WireReader in = new WireReader(bytes, offset, bytes.length - offset);
        int[] participants = new int[in.count(PARTICIPANTS_MAX)];
        for (int i = 0; i < participants.length; i++) participants[i] = in.count(Integer.MAX_VALUE);
        GroupTimestamp timestamp = timestamp(id);
        return new CallPiece(
                store.part(in.raw(in.remaining()), participants, timestamp), timestamp);
    }

    private static final class CallPiece implements Piece {
        private final LockedStore.Part part;
        private final GroupTimestamp timestamp;

        CallPiece(LockedStore.Part part, GroupTimestamp timestamp) {
            this.part = part;
            this.timestamp = timestamp;
        }

        @Override
        public void lock(LockQueues.Request locks) {
            part.keys(locks::lock);
        }

        @Override
        public byte[] read() {
            return part.read();
        }

        @Override
        public byte[] execute(List<byte[]> values) {
            byte[] answer = part.execute(values);
            WireWriter out = new WireWriter(24 + answer.length);
            out.i64(timestamp.clock()).i64(timestamp.session()).i64(timestamp.number());
            return out.raw(answer).toByteArray();
        }
    }

    StoreCall.Answer query(Procedure procedure, byte[] arguments) {
        return store.query(procedure, arguments);
    }

    long executed() {
        return store.executed();
    }

    StoreDigest digest() {
        return store.digest();
    }

    FrozenRows rows() {
        return store.rows();
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        return store.snapshot();
    }

    @Override
    public void restore(InputStream content) throws IOException {
        store = new LockedStore(partition, definition, content);
    }
}
