package io.abcast.benchmark.twophase;

import io.abcast.benchmark.twophase.CommitEntry.Complete;
import io.abcast.benchmark.twophase.CommitEntry.Decide;
import io.abcast.benchmark.twophase.CommitEntry.Prepare;
import io.abcast.benchmark.twophase.CommitEntry.Reply;
import io.abcast.benchmark.twophase.CommitEntry.Resolve;
import io.abcast.benchmark.twophase.CommitEntry.Single;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deterministic state machine of one partition of the data, in a store that runs transactions by two-phase commit.
 * Locks, votes and decisions follow from the partition's log alone, so every replica has them, and a crash of a server
 * loses none. The machine uses presumed abort (Mohan et al., 1986): the home partition stores only decisions to commit,
 * and aborts transactions that it does not know.
 */
final class CommitMachine {
    private static final int ABORTED_EARLY_MAX = 65_536;

    private static final int SNAPSHOT_LIST_MAX = 1 << 20;

    private static final class Part {
        final LockQueues.Request locks;
        final PartitionWork.Piece piece;

        /** Number of the home partition; -1 if the transaction concerns only this partition. */
        final int home;

        final byte[] bytes;
        final int offset;

        /**
         * Receives the answer when this part of a transaction gets its locks; a part restored from a snapshot discards
         * it.
         */
        Consumer<byte[]> later = answer -> {};

        long sinceNanos;

        Part(
                LockQueues.Request locks,
                PartitionWork.Piece piece,
                int home,
                byte[] bytes,
                int offset) {
            this.locks = locks;
            this.piece = piece;
            this.home = home;
            this.bytes = bytes;
            this.offset = offset;
        }
    }

    record Doubt(CommitId id, int home) {}

    private final int partition;
    private final PartitionWork work;
    private LockQueues locks = new LockQueues();

    private final Map<CommitId, Part> parts = new LinkedHashMap<>();

    private final Map<CommitId, List<byte[]>> committed = new LinkedHashMap<>();

    private final Set<CommitId> abortedEarly = new LinkedHashSet<>();

    private final Map<LockQueues.Request, Part> byLocks = new HashMap<>();

    CommitMachine(int partition, PartitionWork work) {
        this.partition = partition;
        this.work = work;
    }

    /**
     * @return the answer to the entry; {@code null} if the entry waits for locks and {@code later} receives the answer
     */
    byte[] deliver(byte[] bytes, Consumer<byte[]> later, long nowNanos) {
        CommitEntry entry;
        try {
            entry = CommitEntry.decode(bytes);
        } catch (MalformedFrameException e) {
            // Every replica must skip a malformed entry in the same way.
            return Reply.NO.encode();
        }
        if (entry instanceof Single single)
            return add(single.id(), -1, bytes, single.offset(), later, nowNanos);
        if (entry instanceof Prepare prepare) {
            if (abortedEarly.remove(prepare.id())) return Reply.NO.encode();
            return add(prepare.id(), prepare.home(), bytes, prepare.offset(), later, nowNanos);
        }
        if (entry instanceof Decide decide) {
            decide.forgotten().forEach(committed::remove);
            return decide(decide).encode();
        }
        if (entry instanceof Complete complete)
            return complete(complete.id(), complete.commit(), complete.values()).encode();
        return resolve((Resolve) entry).encode();
    }

    private byte[] add(
            CommitId id, int home, byte[] bytes, int offset, Consumer<byte[]> later, long now) {
        Part part = part(id, home, bytes, offset, now);
        LockQueues.Request request = part.locks;
        locks.add(request);
        if (request.granted() && home < 0) {
            byte[] answer = executed(part, List.of());
            release(request);
            return answer;
        }
        parts.put(id, part);
        if (request.granted()) return vote(part);
        part.later = later;
        byLocks.put(request, part);
        return null;
    }

    private Part part(CommitId id, int home, byte[] bytes, int offset, long now) {
        LockQueues.Request request = new LockQueues.Request(id, home < 0);
        PartitionWork.Piece piece = work.piece(id, bytes, offset);
        piece.lock(request);
        Part part = new Part(request, piece, home, bytes, offset);
        part.sinceNanos = now;
        return part;
    }

    private byte[] executed(Part part, List<byte[]> values) {
        return new Reply(true, List.of(part.piece.execute(values))).encode();
    }

    private byte[] vote(Part part) {
        return new Reply(true, List.of(part.piece.read())).encode();
    }

    private void release(LockQueues.Request request) {
        ArrayDeque<LockQueues.Request> granted = new ArrayDeque<>();
        locks.remove(request, granted);
        while (!granted.isEmpty()) {
            LockQueues.Request next = granted.poll();
            Part part = byLocks.remove(next);
            if (part.home >= 0) {
                part.later.accept(vote(part));
                continue;
            }
            parts.remove(next.id);
            part.later.accept(executed(part, List.of()));
            locks.remove(next, granted);
        }
    }

    private Reply decide(Decide decide) {
        if (!decide.commit()) return complete(decide.id(), false, List.of());
        Part part = parts.get(decide.id());
        // A participant has already asked this home partition for the decision, and that question
        // has aborted the transaction.
        if (part == null || !part.locks.granted()) return Reply.NO;
        committed.put(decide.id(), decide.values());
        return complete(decide.id(), true, decide.values());
    }

    /** A second call for the same transaction has no effect. */
    private Reply complete(CommitId id, boolean commit, List<byte[]> values) {
        Part part = parts.remove(id);
        if (part == null) {
            if (!commit) abortEarly(id);
            return commit ? new Reply(true, List.of(new byte[0])) : Reply.NO;
        }
        assert !commit || part.locks.granted() : id + " is committed without locks";
        Reply reply = Reply.NO;
        if (commit) reply = new Reply(true, List.of(part.piece.execute(values)));
        if (byLocks.remove(part.locks) != null) part.later.accept(Reply.NO.encode());
        release(part.locks);
        return reply;
    }

    private void abortEarly(CommitId id) {
        abortedEarly.add(id);
        if (abortedEarly.size() > ABORTED_EARLY_MAX)
            abortedEarly.remove(abortedEarly.iterator().next());
    }

    private Reply resolve(Resolve resolve) {
        List<byte[]> values = committed.get(resolve.id());
        if (values != null) return new Reply(true, values);
        return complete(resolve.id(), false, List.of());
    }

    /**
     * Lists transactions that wait too long for a decision, and prepared transactions that may be part of a deadlock
     * over two partitions.
     *
     * @param woundNanos time in ns that an older transaction waits for locks before it tries to abort a younger
     *     transaction that holds them.
     * @param resolveNanos time in ns that a prepared transaction waits for its decision before this partition asks for
     *     the decision
     */
    List<Doubt> doubts(long nowNanos, long woundNanos, long resolveNanos) {
        List<Doubt> doubts = new ArrayList<>();
        List<LockQueues.Request> younger = new ArrayList<>();
        for (Part part : parts.values()) {
            long age = nowNanos - part.sinceNanos;
            if (part.locks.granted() && age > resolveNanos)
                doubts.add(new Doubt(part.locks.id, part.home));
            else if (!part.locks.granted() && age > woundNanos)
                locks.youngerBlockers(part.locks, younger);
        }
        for (LockQueues.Request request : younger)
            doubts.add(new Doubt(request.id, parts.get(request.id).home));
        return doubts;
    }

    int unfinished() {
        return parts.size();
    }

    int waiting() {
        return byLocks.size();
    }

    Storage.SnapshotWriter snapshot() {
        WireWriter out = new WireWriter(1024);
        out.list(
                parts.values(),
                (part, to) -> {
                    part.locks.id.write(to);
                    to.u8(part.locks.granted() ? 1 : 0);
                    to.varint(part.home + 1).varint(part.offset).bytes(part.bytes);
                });
        out.list(
                committed.entrySet(),
                (entry, to) -> {
                    entry.getKey().write(to);
                    to.list(entry.getValue(), (value, bytes) -> bytes.bytes(value));
                });
        out.list(abortedEarly, CommitId::write);
        byte[] head = out.toByteArray();
        WireWriter length = new WireWriter(4 + head.length).i32(head.length).raw(head);
        return work.snapshot().after(length.toByteArray());
    }

    /** @param content the bytes of a snapshot; {@code null} for the empty state */
    void restore(InputStream content, long nowNanos) throws IOException {
        parts.clear();
        byLocks.clear();
        committed.clear();
        abortedEarly.clear();
        locks = new LockQueues();
        if (content == null) {
            work.restore(null);
            return;
        }
        DataInputStream from = new DataInputStream(content);
        WireReader in = new WireReader(from.readNBytes(from.readInt()));
        // Restore the data first, because the unfinished parts of transactions are created on this
        // data.
        work.restore(content);
        for (int left = in.count(SNAPSHOT_LIST_MAX); left > 0; left--) {
            CommitId id = CommitId.read(in);
            boolean isGranted = in.u8() == 1;
            int home = in.count(Integer.MAX_VALUE) - 1;
            int offset = in.count(Integer.MAX_VALUE);
            Part part = part(id, home, in.bytes(), offset, nowNanos);
            locks.restore(part.locks, isGranted);
            parts.put(id, part);
            if (!isGranted) byLocks.put(part.locks, part);
        }
        for (int left = in.count(SNAPSHOT_LIST_MAX); left > 0; left--)
            committed.put(CommitId.read(in), in.list(CommitEntry.LIST_MAX, WireReader::bytes));
        abortedEarly.addAll(in.list(ABORTED_EARLY_MAX, CommitId::read));
    }

    @Override
    public String toString() {
        return "partition %d: %d unfinished, %d decisions, %d locked keys"
                .formatted(partition, parts.size(), committed.size(), locks.keys());
    }
}
