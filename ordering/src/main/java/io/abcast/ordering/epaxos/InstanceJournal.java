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
 * The durable journal of the instances that a member knows, stored in the vote records of its log (see {@code
 * docs/adr/0018-a-journal-per-member.md}). Each instance has two consecutive places (numbered slots): the first holds
 * the value with all payloads, and the second its present state.
 *
 * <p>A member deletes the records of a dropped instance once a snapshot contains its effects and the log before that
 * snapshot is removed. After a restart, a member ignores records of another storage or ensemble.
 */
final class InstanceJournal {
    private static final int VALUE = 1;
    private static final int STATE = 2;

    /** The journal places of one instance: {@code first} holds the value, and the next place holds the state. */
    private static final class Places {
        private final long first;

        /** Stored value of the instance; {@code null} without one, or after the instance is dropped. */
        private RequestBatch value;

        private boolean retained;

        private Places(long first) {
            this.first = first;
        }
    }

    private final Membership members;
    private final Journal journal;
    private final InstancePayloads payloads;
    private final TreeMap<InstanceId, Places> places = new TreeMap<>();

    private final TreeMap<Long, InstanceId> byPlace = new TreeMap<>();

    private long stamp;
    private long nextPlace = 2;

    private Prefixes closed;

    private long bytesRetained;

    InstanceJournal(Membership members, Journal journal, InstancePayloads payloads) {
        this.members = members;
        this.journal = journal;
        this.payloads = payloads;
        closed = Prefixes.none(members);
    }

    void stamp(long now) {
        stamp = now;
    }

    long stamp() {
        return stamp;
    }

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

    private long openFrom() {
        return byPlace.isEmpty() ? nextPlace : byPlace.firstKey();
    }

    /**
     * Reads the journal after a restart, and ignores records of another storage or ensemble.
     *
     * @param votes vote records of the log, ascending by place
     * @param closedBefore by origin, the number up to which the snapshot contains all instances; a missing value up to
     *     it is {@code null} in the result
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

    /** A log entry for a request refers to this place, so that the storage does not write the payload twice. */
    long placeOf(InstanceId id) {
        Places its = places.get(id);
        return its == null ? 0 : Entry.placeOf(its.first, true);
    }

    /**
     * The last executed instances of an origin do not count as dropped if the journal has their decisions and payloads,
     * because other voters may still need them.
     *
     * @param executed by origin, the number up to which the snapshot contains all instances
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

    void droppedThrough(Prefixes line) {
        for (InstanceId id : List.copyOf(places.keySet()))
            if (id.number() <= line.at(members.rank(id.origin()))) dropped(id);
    }

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
     * Until an instance is dropped, its records stay, because the member must be able to send its decision and
     * payloads.
     *
     * @param executed by origin, the number up to which this snapshot contains all instances
     * @param dropped by origin, the number up to which all instances are dropped
     */
    void closeThrough(Prefixes executed, Prefixes dropped) {
        closed = closed.max(executed);
        droppedThrough(dropped);
    }

    void renew() {
        for (InstanceId id : List.copyOf(places.keySet())) dropped(id);
        places.clear();
        byPlace.clear();
        closed = Prefixes.none(members);
    }

    long bytesRetained() {
        return bytesRetained;
    }

    int size() {
        return places.size();
    }
}
