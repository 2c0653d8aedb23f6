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
 * The durable journal of the instances that a member knows. The member's log stores each journal record as a vote
 * record (see {@code docs/adr/0018-a-journal-per-member.md}). Each instance has two consecutive places (numbered slots)
 * in the journal. The first place holds the value with all payloads, and is written once. The second place holds the
 * state of the instance, and is written again at each change. Different members use different journal place numbers for
 * one instance.
 *
 * <p>A member deletes the records of an instance when it has dropped the instance, a snapshot contains the effects of
 * the instance, and the log before that snapshot is removed. After the deletion of an instance's records, the member
 * answers questions about the instance with an Executed message, so it needs no records. The records of undecided
 * instances stay when the beginning of the log is removed, and when a snapshot of another member is installed.
 *
 * <p>Each journal record contains a number that identifies the storage and the ensemble of its writer. After a restart,
 * a member ignores records of another storage or ensemble.
 */
final class InstanceJournal {
    private static final int VALUE = 1;
    private static final int STATE = 2;

    /** The journal places of one instance: {@code first} holds the value, and the next place holds the state. */
    private static final class Places {
        private final long first;

        /**
         * The value that the journal stores for the instance; {@code null} without a stored value, or after the
         * instance is dropped.
         */
        private RequestBatch value;

        /** Whether this journal keeps the payloads of {@link #value} in memory at present. */
        private boolean retained;

        private Places(long first) {
            this.first = first;
        }
    }

    private final Membership members;
    private final Journal journal;
    private final InstancePayloads payloads;
    private final TreeMap<InstanceId, Places> places = new TreeMap<>();

    /** The instances with journal records, by the number of their first place. */
    private final TreeMap<Long, InstanceId> byPlace = new TreeMap<>();

    private long stamp;
    private long nextPlace = 2;

    /**
     * By origin, the number up to which instances are contained in the newest snapshot before which the log was
     * removed.
     */
    private Prefixes closed;

    /** Bytes of all payloads that this journal keeps in memory, including small payloads inside requests. */
    private long bytesRetained;

    InstanceJournal(Membership members, Journal journal, InstancePayloads payloads) {
        this.members = members;
        this.journal = journal;
        this.payloads = payloads;
        closed = Prefixes.none(members);
    }

    /** Sets the number that later journal records contain to identify the storage and the ensemble of this member. */
    void stamp(long now) {
        stamp = now;
    }

    long stamp() {
        return stamp;
    }

    /**
     * Appends the present state of an instance to the journal. The value of the instance is appended first, unless the
     * journal has stored this value before.
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
            // The journal may hold another value for this instance id: if a crash loses the state
            // record but not the value record, this member uses the instance number again.
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
        // Each payload follows its request, in the order of the value, so that the storage can find
        // the payloads of the later log entries.
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

    /** Returns the lowest journal place whose record the member still needs; the log may delete lower places. */
    private long openFrom() {
        return byPlace.isEmpty() ? nextPlace : byPlace.firstKey();
    }

    /**
     * Reads the journal after a restart, and returns the newest record of each instance. Records of another storage or
     * ensemble are ignored.
     *
     * @param votes vote records of the log, ascending by place
     * @param closedBefore by origin, the number up to which the snapshot before the remaining log contains all
     *     instances. The value record of an instance up to {@code closedBefore} may be deleted; without it, the value
     *     in the returned record is {@code null}
     * @throws MalformedFrameException if a record is malformed, or the value of an instance above {@code closedBefore}
     *     is missing
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
     * Returns the requests in a value record, in the order of the value; an empty list for a state record. Checkers use
     * the requests to verify that a member has the payloads for which it votes.
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
     * Returns the journal place that holds the value of an instance. A log entry for a request of the instance refers
     * to the returned place, so that the storage need not write the payload a second time.
     */
    long placeOf(InstanceId id) {
        Places its = places.get(id);
        return its == null ? 0 : Entry.placeOf(its.first, true);
    }

    /**
     * Returns, by origin, the number up to which instances count as dropped after a restart. The last executed
     * instances of an origin do not count as dropped if the journal has their decisions and payloads, because other
     * voters may still need them.
     *
     * @param executed by origin, the number up to which the snapshot contains all instances
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

    /** Calls {@link #dropped(InstanceId)} for each recorded instance up to the number of its origin in {@code line}. */
    void droppedThrough(Prefixes line) {
        for (InstanceId id : List.copyOf(places.keySet()))
            if (id.number() <= line.at(members.rank(id.origin()))) dropped(id);
    }

    /**
     * Frees the payloads of a dropped instance. If a snapshot before the remaining log contains the dropped instance,
     * the journal also forgets its records.
     */
    void dropped(InstanceId id) {
        Places its = places.get(id);
        if (its == null) return;
        release(its);
        // The member writes no further record of a dropped instance, so the stored value is not
        // compared again.
        its.value = null;
        if (isClosed(id)) byPlace.remove(places.remove(id).first);
    }

    private boolean isClosed(InstanceId id) {
        return id.number() <= closed.at(members.rank(id.origin()));
    }

    /**
     * Forgets the records of dropped instances that a snapshot contains, after the log before this snapshot was
     * removed. Until an instance is dropped, its records stay, because the member must be able to send its decision and
     * payloads.
     *
     * @param executed by origin, the number up to which this snapshot contains all instances
     * @param dropped by origin, the number up to which all instances are dropped
     */
    void closeThrough(Prefixes executed, Prefixes dropped) {
        closed = closed.max(executed);
        droppedThrough(dropped);
    }

    /** Forgets all journal records, because this member has entered another ensemble. */
    void renew() {
        for (InstanceId id : List.copyOf(places.keySet())) dropped(id);
        places.clear();
        byPlace.clear();
        closed = Prefixes.none(members);
    }

    /** Returns the bytes of all payloads that this journal keeps in memory for instances that are not dropped. */
    long bytesRetained() {
        return bytesRetained;
    }

    /** Returns the number of instances that have records in the journal. */
    int size() {
        return places.size();
    }
}
