package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A member's own journal of instances, in the votes of its log (see {@code docs/adr/0018-a-journal-per-member.md}).
 * Each instance has two consecutive places: the first one for its value with all payloads, which is written once, the
 * second one for its state. The number of a place is local.
 *
 * <p>The records of an instance stay until the executed prefix of a snapshot contains the instance, and the log before
 * that snapshot is removed. Then the member answers questions about the instance with "executed", and needs no vote.
 * So records of undecided instances stay when the log is purged, and when a snapshot of another member is installed.
 *
 * <p>A record names the storage and the ensemble for which it was made; a record of another ensemble is ignored.
 */
final class InstanceJournal {
    private static final int VALUE = 1;
    private static final int STATE = 2;

    /** How a record of the state holds a value. */
    private static final int ABSENT = 0;

    private static final int NOP = 1;
    private static final int IN_FIRST_PLACE = 2;
    private static final int HERE = 3;

    /** The places of one instance. */
    private static final class Places {
        private final long first;

        /** The value in the first place; {@code null} without one. */
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

    /** The used places, ascending. */
    private final TreeMap<Long, InstanceId> byPlace = new TreeMap<>();

    private long stamp;
    private long nextPlace = 2;

    InstanceJournal(Membership members, Journal journal, InstancePayloads payloads) {
        this.members = members;
        this.journal = journal;
        this.payloads = payloads;
    }

    /** Sets the number that identifies the storage and the ensemble in all further records. */
    void stamp(long now) {
        stamp = now;
    }

    long stamp() {
        return stamp;
    }

    /** Appends the state of an instance, and before it its value if the journal does not have it. */
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
        if (its.value == null && value != null && !value.isNop()) {
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
    }

    private byte[] value(InstanceId id, RequestBatch value) {
        int bytes = 32 + value.bytes();
        for (Request request : value.requests()) bytes += request.length();
        WireWriter out = new WireWriter(bytes).i64(stamp).u8(VALUE);
        id.write(out);
        value.write(out);
        for (Request request : value.requests())
            if (!request.isInline()) out.bytes(payloads.of(request));
        return out.toByteArray();
    }

    private byte[] state(InstanceRecord record, RequestBatch known) {
        WireWriter out = new WireWriter(64).i64(stamp).u8(STATE);
        record.id().write(out);
        out.u8(record.phase().ordinal()).varint(record.bal()).varint(record.abal());
        value(record.initCmd(), known, out);
        value(record.cmd(), known, out);
        dependencies(record.initDep(), null, out);
        dependencies(record.dep(), record.initDep(), out);
        return out.toByteArray();
    }

    private static void value(RequestBatch of, RequestBatch known, WireWriter out) {
        if (of == null) out.u8(ABSENT);
        else if (of.isNop()) out.u8(NOP);
        else if (of.equals(known)) out.u8(IN_FIRST_PLACE);
        else of.write(out.u8(HERE));
    }

    private static void dependencies(Dependencies of, Dependencies before, WireWriter out) {
        if (of == null) out.u8(0);
        else if (of.equals(before)) out.u8(1);
        else of.write(out.u8(2));
    }

    /** The lowest place that is needed. */
    private long openFrom() {
        return byPlace.isEmpty() ? nextPlace : byPlace.firstKey();
    }

    /**
     * Restores the records of this storage and ensemble. The newest record of an instance counts.
     *
     * @param votes records of the log, ascending by place
     * @param executed executed prefix of the snapshot: records of these instances may be incomplete
     * @throws MalformedFrameException if a record is malformed or lacks its value
     */
    List<InstanceRecord> restore(List<VoteRecord> votes, Prefixes executed) {
        List<InstanceRecord> records = new ArrayList<>();
        for (VoteRecord vote : votes) {
            nextPlace = Math.max(nextPlace, (vote.slot() | 1) + 1);
            WireReader in = new WireReader(vote.bytes());
            if (in.i64() != stamp) continue;
            int kind = in.u8();
            InstanceId id = InstanceId.read(in, members);
            if (id.number() <= executed.at(members.rank(id.origin()))) continue;
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
                records.add(readState(id, its.value, in));
            }
            in.end();
        }
        return records;
    }

    private RequestBatch readValue(WireReader in) {
        RequestBatch value = RequestBatch.read(in, members);
        for (Request request : value.requests())
            if (!request.isInline()) payloads.add(0, request.digest(), in.bytes());
        return value;
    }

    private InstanceRecord readState(InstanceId id, RequestBatch known, WireReader in) {
        InstancePhase phase = InstancePhase.values()[in.count(InstancePhase.values().length - 1)];
        long bal = in.varint();
        long abal = in.varint();
        RequestBatch initCmd = readValue(id, known, in);
        RequestBatch cmd = readValue(id, known, in);
        Dependencies initDep = readDependencies(null, in);
        Dependencies dep = readDependencies(initDep, in);
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    private RequestBatch readValue(InstanceId id, RequestBatch known, WireReader in) {
        int how = in.count(HERE);
        if (how == IN_FIRST_PLACE && known == null)
            throw new MalformedFrameException("the record of the value of " + id + " is missing");
        return switch (how) {
            case ABSENT -> null;
            case NOP -> RequestBatch.NOP;
            case IN_FIRST_PLACE -> known;
            default -> RequestBatch.read(in, members);
        };
    }

    private Dependencies readDependencies(Dependencies before, WireReader in) {
        int how = in.count(2);
        if (how == 0) return null;
        return how == 1 ? before : Dependencies.read(in, members);
    }

    /** The requests of a recorded value, in order; empty for a record of a state. For checkers. */
    static List<Request> requests(byte[] record, Membership members) {
        WireReader in = new WireReader(record);
        in.skip(Long.BYTES);
        if (in.u8() != VALUE) return List.of();
        InstanceId.read(in, members);
        return RequestBatch.read(in, members).requests();
    }

    /** Releases the payloads of a dropped instance. Its records stay. */
    void dropped(InstanceId id) {
        Places its = places.get(id);
        if (its == null || !its.retained) return;
        its.retained = false;
        payloads.release(its.value);
    }

    /** Forgets the records of instances that the snapshot before which the log is removed contains in its prefixes. */
    void closeThrough(Prefixes executed) {
        List<InstanceId> closed = new ArrayList<>();
        for (InstanceId id : places.keySet())
            if (id.number() <= executed.at(members.rank(id.origin()))) closed.add(id);
        for (InstanceId id : closed) {
            dropped(id);
            byPlace.remove(places.remove(id).first);
        }
    }

    /** Forgets everything, because the ensemble has changed. */
    void renew() {
        for (InstanceId id : places.keySet()) dropped(id);
        places.clear();
        byPlace.clear();
    }

    /** Number of instances with records. */
    int size() {
        return places.size();
    }
}
