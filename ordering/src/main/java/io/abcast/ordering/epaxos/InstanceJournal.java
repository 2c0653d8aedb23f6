package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Journal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A member's own journal of instances, in the votes of its log (see {@code docs/adr/0018-a-journal-per-member.md}).
 * Each instance has two consecutive places in the journal. The first place has the value with all payloads and is
 * written once. The second place has the state of the instance. The number of a place is valid only at this member.
 *
 * <p>The records of an instance are kept until three conditions hold: the instance is dropped, the executed prefix of a
 * snapshot contains it, and the log before that snapshot is removed. From then on, the member answers questions about
 * the instance with "executed", and needs no vote. So records of undecided instances are kept when the log is purged,
 * and when a snapshot of another member is installed.
 *
 * <p>A record names the storage and the ensemble for which it was made; a record of another ensemble is ignored.
 */
final class InstanceJournal {
    private static final int VALUE = 1;
    private static final int STATE = 2;

    /** The places of one instance. */
    private static final class Places {
        private final long first;

        /** The value in the first place; {@code null} if there is no value or the instance is dropped. */
        private RequestBatch value;

        /** Whether the payloads of {@link #value} are retained in memory. */
        private boolean retained;

        private Places(long first) {
            this.first = first;
        }
    }

    private final Membership members;
    private final Journal journal;
    private final InstancePayloads payloads;
    private final TreeMap<InstanceId, Places> places = new TreeMap<>();

    /** The instance of each used place, in ascending order of places. */
    private final TreeMap<Long, InstanceId> byPlace = new TreeMap<>();

    private long stamp;
    private long nextPlace = 2;

    /** Executed prefix of the snapshot up to which the log is removed. */
    private Prefixes closed;

    /** Bytes of the retained payloads, including payloads inside requests. */
    private long bytesRetained;

    InstanceJournal(Membership members, Journal journal, InstancePayloads payloads) {
        this.members = members;
        this.journal = journal;
        this.payloads = payloads;
        closed = Prefixes.none(members);
    }

    /** Sets the number that identifies the storage and the ensemble in all further records. */
    void stamp(long now) {
        stamp = now;
    }

    long stamp() {
        return stamp;
    }

    /**
     * Appends the state of an instance. If the journal does not have the value of the instance, the value is appended
     * first.
     */
    void record(InstanceRecord record) {
        Places its = places.get(record.id());
        if (its == null) {
            its = new Places(nextPlace);
            nextPlace += 2;
            places.put(record.id(), its);
            byPlace.put(its.first, record.id());
        }
        RequestBatch value =
                record.cmd() == null || record.cmd().isNop() ? record.initCmd() : record.cmd();
        if (value != null && !value.isNop() && !value.equals(its.value)) {
            // A crash can lose the state after a value was recorded. In this case the number is
            // used again for another
            // value.
            release(its);
            its.value = value;
            retain(its);
            journal.vote(its.first, openFrom(), () -> value(record.id(), value));
        }
        RequestBatch known = its.value;
        journal.vote(its.first + 1, openFrom(), () -> state(record, known));
    }

    private void retain(Places its) {
        payloads.retain(its.value);
        its.retained = true;
        bytesRetained += payloadBytes(its.value);
    }

    private void release(Places its) {
        if (!its.retained) return;
        its.retained = false;
        payloads.release(its.value);
        bytesRetained -= payloadBytes(its.value);
    }

    private static long payloadBytes(RequestBatch value) {
        long bytes = 0;
        for (Request request : value.requests()) bytes += request.length();
        return bytes;
    }

    private byte[] value(InstanceId id, RequestBatch value) {
        int bytes = 32 + value.bytes();
        for (Request request : value.requests())
            if (!request.isInline()) bytes += request.length() + 5;
        WireWriter out = new WireWriter(bytes).i64(stamp).u8(VALUE);
        id.write(out);
        // Each payload is written after its request, so that the storage finds the payloads of the
        // entries one after
        // the other.
        out.list(value.requests(), this::request);
        return out.toByteArray();
    }

    private void request(Request request, WireWriter out) {
        request.write(out);
        if (!request.isInline()) out.bytes(payloads.of(request));
    }

    private byte[] state(InstanceRecord record, RequestBatch known) {
        WireWriter out = new WireWriter(64).i64(stamp).u8(STATE);
        record.id().write(out);
        record.write(known, out);
        return out.toByteArray();
    }

    /** The lowest place that is still needed. */
    private long openFrom() {
        return byPlace.isEmpty() ? nextPlace : byPlace.firstKey();
    }

    /**
     * Restores the records of this storage and ensemble. The newest record of an instance counts.
     *
     * @param votes records of the log, ascending by place
     * @param closedBefore executed prefix of the snapshot up to which the log is removed. A record of an instance in
     *     this prefix may lack its value; the value is then {@code null} in the result
     * @throws MalformedFrameException if a record is malformed, or a record of another instance lacks its value
     */
    List<InstanceRecord> restore(List<VoteRecord> votes, Prefixes closedBefore) {
        closed = closedBefore;
        List<InstanceRecord> records = new ArrayList<>();
        for (VoteRecord vote : votes) {
            nextPlace = Math.max(nextPlace, (vote.slot() | 1) + 1);
            WireReader in = new WireReader(vote.bytes());
            if (in.i64() != stamp) continue;
            int kind = in.u8();
            InstanceId id = InstanceId.read(in, members);
            Places its = places.get(id);
            if (its == null) {
                its = new Places(vote.slot() & ~1L);
                places.put(id, its);
                byPlace.put(its.first, id);
            }
            if (kind == VALUE) {
                its.value = readValue(in);
                retain(its);
            } else {
                records.add(InstanceRecord.read(id, its.value, isClosed(id), in, members));
            }
            in.end();
        }
        return records;
    }

    private RequestBatch readValue(WireReader in) {
        return new RequestBatch(
                in.list(
                        RequestBatch.REQUESTS_MAX,
                        from -> {
                            Request request = Request.read(from, members);
                            if (!request.isInline()) payloads.put(request.digest(), from.bytes());
                            return request;
                        }));
    }

    /**
     * Returns the requests of a recorded value whose payloads the record contains, in order; an empty list for the
     * record of a state. Checkers use this method to verify that a member has the payloads for which it votes.
     */
    static List<Request> requests(byte[] record, Membership members) {
        WireReader in = new WireReader(record);
        in.skip(Long.BYTES);
        if (in.u8() != VALUE) return List.of();
        InstanceId.read(in, members);
        List<Request> whole = new ArrayList<>();
        in.list(
                RequestBatch.REQUESTS_MAX,
                from -> {
                    Request request = Request.read(from, members);
                    byte[] bytes = request.isInline() ? request.payload() : from.bytes();
                    boolean fits = request.isInline() || Digest.of(bytes).equals(request.digest());
                    if (fits) whole.add(request);
                    return request;
                });
        return whole;
    }

    /**
     * Returns the {@code place} of a log entry that results from an instance. The place refers to the record of the
     * value, so that the storage need not write the payload again. The place is valid only at this member.
     */
    long placeOf(InstanceId id) {
        Places its = places.get(id);
        return its == null ? 0 : Entry.placeOf(its.first, true);
    }

    /**
     * Returns the instances that count as dropped after a restart: all executed instances, except the last ones whose
     * decision and payloads are recorded. Other voters may need those.
     *
     * @param executed executed prefix of the snapshot
     * @param restored the result of {@link #restore}
     */
    Prefixes dropped(Prefixes executed, List<InstanceRecord> restored) {
        Set<InstanceId> whole = new HashSet<>();
        for (InstanceRecord record : restored) if (isWhole(record)) whole.add(record.id());
        long[] line = executed.numbers();
        for (int r = 0; r < line.length; r++)
            while (line[r] > 0 && whole.contains(new InstanceId(members.id(r), line[r]))) line[r]--;
        return new Prefixes(line);
    }

    private boolean isWhole(InstanceRecord record) {
        RequestBatch proposed = record.initCmd();
        return record.phase() == InstancePhase.COMMITTED
                && record.cmd() != null
                && payloads.holds(record.cmd())
                && (proposed == null || payloads.holds(proposed));
    }

    /** Releases the payloads of instances that are dropped after a restart, and forgets their superfluous records. */
    void droppedThrough(Prefixes line) {
        for (InstanceId id : List.copyOf(places.keySet()))
            if (id.number() <= line.at(members.rank(id.origin()))) dropped(id);
    }

    /** Releases the payloads of a dropped instance, and forgets its records if they are superfluous. */
    void dropped(InstanceId id) {
        Places its = places.get(id);
        if (its == null) return;
        release(its);
        // No further record of a dropped instance is written.
        its.value = null;
        if (isClosed(id)) byPlace.remove(places.remove(id).first);
    }

    private boolean isClosed(InstanceId id) {
        return id.number() <= closed.at(members.rank(id.origin()));
    }

    /**
     * Forgets the records of those dropped instances that are in the prefixes of the snapshot up to which the log is
     * removed. Records of other instances are forgotten only once these instances are dropped, because a member that
     * answers with a decision must also have the payloads.
     *
     * @param executed executed prefixes of that snapshot
     * @param dropped the dropped instances
     */
    void closeThrough(Prefixes executed, Prefixes dropped) {
        closed = closed.max(executed);
        droppedThrough(dropped);
    }

    /** Forgets everything, because the ensemble has changed. */
    void renew() {
        for (InstanceId id : List.copyOf(places.keySet())) dropped(id);
        places.clear();
        byPlace.clear();
        closed = Prefixes.none(members);
    }

    /** Bytes of the payloads of instances that are not dropped. */
    long bytesRetained() {
        return bytesRetained;
    }

    /** Number of instances with records. */
    int size() {
        return places.size();
    }
}
