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
 * A member's own journal of instances, stored as the votes of the member's log (see {@code
 * docs/adr/0018-a-journal-per-member.md}). Each instance has two consecutive places in the journal. The first place of
 * an instance has the value with all payloads and is written once. The second place of an instance has the state of the
 * instance. The number of a place in the journal is valid only at this member.
 *
 * <p>The member keeps the records of an instance until three conditions hold. The instance is dropped, a snapshot
 * contains it in its executed prefix, and the log before that snapshot is removed. When an instance is dropped and
 * covered by a snapshot, the member answers questions about the instance with an Executed message, and needs no vote.
 * The member therefore keeps the records of undecided instances when the log is purged, and when a snapshot of another
 * member is installed.
 *
 * <p>A journal record names the storage and the ensemble for which it was made; the member ignores a record of another
 * ensemble.
 */
final class InstanceJournal {
    private static final int VALUE = 1;
    private static final int STATE = 2;

    /** The first and the second place of one instance in the journal. */
    private static final class Places {
        private final long first;

        /**
         * The value in the instance's first place; {@code null} if the place has no value or the instance is dropped.
         */
        private RequestBatch value;

        /** Whether the journal retains the payloads of {@link #value} in memory. */
        private boolean retained;

        private Places(long first) {
            this.first = first;
        }
    }

    private final Membership members;
    private final Journal journal;
    private final InstancePayloads payloads;
    private final TreeMap<InstanceId, Places> places = new TreeMap<>();

    /** By number of an instance's first place in the journal: the instance. */
    private final TreeMap<Long, InstanceId> byPlace = new TreeMap<>();

    private long stamp;
    private long nextPlace = 2;

    /** Executed prefixes of the snapshot up to which the beginning of the log is removed. */
    private Prefixes closed;

    /** Bytes of the payloads that the journal retains in memory, including payloads that are part of their requests. */
    private long bytesRetained;

    InstanceJournal(Membership members, Journal journal, InstancePayloads payloads) {
        this.members = members;
        this.journal = journal;
        this.payloads = payloads;
        closed = Prefixes.none(members);
    }

    /** Sets the number that identifies the storage and the ensemble in all later journal records. */
    void stamp(long now) {
        stamp = now;
    }

    long stamp() {
        return stamp;
    }

    /**
     * Appends the present state of an instance to the journal. If the journal does not have the value of the instance,
     * {@code record} appends the value first.
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
            // A crash can lose the state of an instance after the instance's value was recorded.
            // After the loss of an instance's state, the member uses the instance number again for
            // another value.
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
        // The journal writes each payload after its request, so that the storage finds the payloads
        // of the entries one after the other.
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

    /** Returns the lowest journal place that the member still needs. */
    private long openFrom() {
        return byPlace.isEmpty() ? nextPlace : byPlace.firstKey();
    }

    /**
     * Restores the journal records of this storage and ensemble. For each instance, the newest journal record counts.
     *
     * @param votes vote records of the log, ascending by place
     * @param closedBefore executed prefixes of the snapshot up to which the log is removed. A record of an instance in
     *     the prefixes {@code closedBefore} may lack its value; the value in the restored record is then {@code null}
     * @throws MalformedFrameException if a record is malformed, or the record of an instance above the prefixes {@code
     *     closedBefore} lacks its value
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
     * Returns the requests of a recorded value whose payloads the record contains, in the order of the value. The list
     * of requests is empty for the record of an instance's state. Checkers call {@code requests} to verify that a
     * member has the payloads for which it votes.
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
     * Returns the field {@code place} for a log entry that results from an instance. The place of a log entry refers to
     * the record of the instance's value, so that the storage need not write the payload again. The place of an entry
     * in the journal is valid only at this member.
     */
    long placeOf(InstanceId id) {
        Places its = places.get(id);
        return its == null ? 0 : Entry.placeOf(its.first, true);
    }

    /**
     * Returns the instances that count as dropped after a restart of the member. All executed instances count as
     * dropped, except the last instances of each origin whose decisions and payloads are recorded. Other voters may
     * need the last executed instances of each origin.
     *
     * @param executed executed prefixes of the snapshot: one instance number for each origin
     * @param restored the records that {@link #restore} has returned
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

    /**
     * Releases the payloads of instances that count as dropped after a restart, and forgets their superfluous records.
     */
    void droppedThrough(Prefixes line) {
        for (InstanceId id : List.copyOf(places.keySet()))
            if (id.number() <= line.at(members.rank(id.origin()))) dropped(id);
    }

    /** Releases the payloads of a dropped instance, and forgets the records of the instance if they are superfluous. */
    void dropped(InstanceId id) {
        Places its = places.get(id);
        if (its == null) return;
        release(its);
        // The journal writes no further record of a dropped instance.
        its.value = null;
        if (isClosed(id)) byPlace.remove(places.remove(id).first);
    }

    private boolean isClosed(InstanceId id) {
        return id.number() <= closed.at(members.rank(id.origin()));
    }

    /**
     * Forgets the records of dropped instances that a snapshot contains and that are before the remaining log. The
     * journal forgets the records of an instance only once the instance is dropped, because a member that answers with
     * a decision must also have the payloads.
     *
     * @param executed executed prefixes of the snapshot up to which the log is removed
     * @param dropped the dropped instances
     */
    void closeThrough(Prefixes executed, Prefixes dropped) {
        closed = closed.max(executed);
        droppedThrough(dropped);
    }

    /** Forgets all journal records, because the ensemble has changed. */
    void renew() {
        for (InstanceId id : List.copyOf(places.keySet())) dropped(id);
        places.clear();
        byPlace.clear();
        closed = Prefixes.none(members);
    }

    /** Returns the bytes of the payloads that the journal retains, which belong to instances that are not dropped. */
    long bytesRetained() {
        return bytesRetained;
    }

    /** Returns the number of instances with journal records. */
    int size() {
        return places.size();
    }
}
