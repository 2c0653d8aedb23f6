package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.log.Storage;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The state of one partition of a store, without ordering and locking. The user of a {@code LockedStore} must hold the
 * locks of a call while the call executes, for example by two-phase locking. Rows, keys and procedures are those of
 * {@link io.abcast.partitions.PartitionedStore}.
 *
 * <p>All participants (partitions) of a call get the same row values, so either all commit the call or all abort it.
 *
 * <p><b>Thread rule:</b> one thread at a time calls the methods of a {@code LockedStore} and of the {@code Part}
 * objects that it creates.
 */
public final class LockedStore {
    /** Receives the keys of a call. */
    public interface Keys {
        /** @param isExclusive whether the call may write the rows that the key protects */
        void key(RowKey key, boolean isExclusive);
    }

    /**
     * The delivery number of every call. Delivery numbers matter only during a freeze (consistent copy of the rows),
     * and this class freezes rows only between two calls.
     */
    private static final long NO_SEQ = 0;

    private final int partition;
    private final StoreDefinition definition;
    private final RowTables tables;

    private long executed;

    private long order;

    private long writes;

    /**
     * Creates the state of a partition.
     *
     * @param snapshot bytes that a writer of {@link #snapshot} wrote; {@code null} for the initial rows
     * @throws IOException if the snapshot is not complete, or has other tables
     */
    public LockedStore(int partition, StoreDefinition definition, InputStream snapshot)
            throws IOException {
        this.partition = partition;
        this.definition = definition;
        tables = new RowTables(definition.tables());
        if (snapshot == null) {
            StoreReplica.populate(partition, definition, tables);
            return;
        }
        StoreSnapshot restored = StoreSnapshot.read(snapshot, definition, tables);
        executed = restored.seq();
        order = restored.digest().order();
        writes = restored.digest().writes();
    }

    /**
     * Returns the number of the partition that has the first declared key of a call; -1 if the call declares no key.
     *
     * @throws AbortException if the bytes are not a call, or its keys cannot be declared
     */
    public static int firstHome(StoreDefinition definition, byte[] call) {
        StoreCall decoded = StoreCall.decode(call);
        Procedure procedure = definition.procedure(decoded.procedure());
        if (procedure == null)
            throw new AbortException("no procedure " + decoded.procedure(), false);
        return KeyDeclaration.firstHome(definition, procedure, decoded.arguments());
    }

    /**
     * Prepares the part of a call that this partition executes. A call that names no procedure, or declares a key
     * outside the participants, has no keys and will abort.
     *
     * @param call an encoded {@link StoreCall}
     * @param participants numbers of the partitions of the call, this one among them
     * @param timestamp timestamp of the call; all participants must pass the same timestamp
     */
    public Part part(byte[] call, int[] participants, GroupTimestamp timestamp) {
        int[] groups = participants.clone();
        Arrays.sort(groups);
        GroupDelivery delivery = new GroupDelivery(NO_SEQ, timestamp, groups, call);
        return new Part(TransactionTask.of(partition, delivery, definition, tables), participants);
    }

    /** The part of one call at this partition; executed at most once. */
    public final class Part {
        private final TransactionTask task;
        private final int[] participants;

        private Part(TransactionTask task, int[] participants) {
            this.task = task;
            this.participants = participants;
        }

        /** Visits each declared key of this partition once, in ascending order. */
        public void keys(Keys visitor) {
            for (DeclaredKey each : task.keys)
                if (each.home == partition) visitor.key(each.key, each.has(DeclaredKey.EXCLUSIVE));
        }

        /**
         * Returns this partition's row values that the other participants need; the caller must hold the locks of the
         * call.
         */
        public byte[] read() {
            LockedValues.take(task, tables);
            return LockedValues.encode(task);
        }

        /**
         * Executes the call and, if it commits, applies its writes to this partition; the caller must hold the locks of
         * the call.
         *
         * @param values the result of {@link #read} at each participant, in the order of the participants; ignored if
         *     the call has only one participant
         * @return the encoded {@link StoreCall.Answer}
         */
        public byte[] execute(List<byte[]> values) {
            if (task.isMulti()) take(values);
            if (!task.isRefused()) task.execute();
            if (task.error() != null) throw task.error();
            executed++;
            order = DigestWatch.order(order, executed, task.delivery);
            writes += DigestWatch.writes(executed, task);
            return StoreCall.Answer.encode(task);
        }

        private void take(List<byte[]> values) {
            if (task.isRefused()) return;
            if (values.size() != participants.length) {
                task.refuse(
                        "values: expected those of %d participants, got %d"
                                .formatted(participants.length, values.size()));
                return;
            }
            try {
                for (int i = 0; i < participants.length; i++)
                    LockedValues.decode(values.get(i), task, participants[i]);
            } catch (MalformedFrameException e) {
                task.refuse("values: " + e.getMessage());
            }
        }
    }

    /**
     * Executes a procedure that writes nothing, in the state between two calls, and without locks.
     *
     * @throws AbortException if the keys of the query cannot be declared
     */
    public StoreCall.Answer query(Procedure procedure, byte[] arguments) {
        TransactionTask task =
                TransactionTask.query(partition, procedure, arguments, definition, tables, t -> {});
        task.execute();
        if (task.error() != null) throw task.error();
        return new StoreCall.Answer(task.status(), task.reason(), task.answer());
    }

    /** Number of executed calls. */
    public long executed() {
        return executed;
    }

    /** Digest of the executed calls, in their order. */
    public StoreDigest digest() {
        return new StoreDigest(order, writes);
    }

    /** The rows of this partition after all calls that it has executed so far. */
    public FrozenRows rows() {
        tables.beginFreeze(executed);
        return tables.finishFreeze();
    }

    /**
     * Freezes the state after all calls that this partition has executed so far. The returned writer may be used on any
     * thread while further calls execute.
     */
    public Storage.SnapshotWriter snapshot() {
        FrozenStore frozen = new FrozenStore(executed, null, digest(), rows(), List.of());
        return out -> StoreSnapshot.write(frozen, definition, out);
    }
}
