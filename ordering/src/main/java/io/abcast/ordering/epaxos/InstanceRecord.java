package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Record of the state of one instance in a member's journal: a vote, a promise or a decision. The last record of an
 * instance in the journal is the instance's state after a restart. The fields of a record are those of {@link
 * EpaxosInstance}; a field without a value is {@code null}.
 */
public record InstanceRecord(
        InstanceId id,
        InstancePhase phase,
        long bal,
        long abal,
        RequestBatch initCmd,
        Dependencies initDep,
        RequestBatch cmd,
        Dependencies dep) {
    /**
     * Number in an encoded record: the record has no value in this field. {@code NOP}, {@code RECORDED} and {@code
     * HERE} are the numbers of the other forms of a value.
     */
    private static final int ABSENT = 0;

    private static final int NOP = 1;

    /**
     * Number in an encoded record: the value is in the first journal place of the instance, so it is not written again.
     */
    private static final int RECORDED = 2;

    private static final int HERE = 3;

    /**
     * Number in an encoded record: the record has no dependency set in this field. {@code SAME_DEPS} and the constants
     * after it are the numbers of the other forms of a dependency set.
     */
    private static final int NO_DEPS = 0;

    /** Number in an encoded record: {@link #dep} is not written, because it equals {@link #initDep}. */
    private static final int SAME_DEPS = 1;

    private static final int DEPS_HERE = 2;

    /**
     * Writes the record of an instance without the instance id.
     *
     * @param recorded the value in the instance's first journal place; {@code null} if the place has no value
     */
    public void write(RequestBatch recorded, WireWriter out) {
        out.u8(phase.ordinal()).varint(bal).varint(abal);
        write(initCmd, recorded, out);
        write(cmd, recorded, out);
        write(initDep, null, out);
        write(dep, initDep, out);
    }

    private static void write(RequestBatch value, RequestBatch recorded, WireWriter out) {
        if (value == null) out.u8(ABSENT);
        else if (value.isNop()) out.u8(NOP);
        else if (value.equals(recorded)) out.u8(RECORDED);
        else value.write(out.u8(HERE));
    }

    private static void write(Dependencies deps, Dependencies before, WireWriter out) {
        if (deps == null) out.u8(NO_DEPS);
        else if (deps.equals(before)) out.u8(SAME_DEPS);
        else deps.write(out.u8(DEPS_HERE));
    }

    /**
     * Reads an instance record that {@link #write} wrote.
     *
     * @param recorded the value in the instance's first journal place; {@code null} if the place has no value
     * @param mayLack whether the value in the instance's first journal place may have been removed. If the value was
     *     removed, fields of the record that contained the removed value are {@code null}.
     * @throws MalformedFrameException if the bytes are not an instance record, or the value in the first place is
     *     missing and {@code mayLack} is false
     */
    public static InstanceRecord read(
            InstanceId id,
            RequestBatch recorded,
            boolean mayLack,
            WireReader in,
            Membership members) {
        InstancePhase phase = InstancePhase.values()[in.count(InstancePhase.values().length - 1)];
        long bal = in.varint();
        long abal = in.varint();
        RequestBatch initCmd = value(id, recorded, mayLack, in, members);
        RequestBatch cmd = value(id, recorded, mayLack, in, members);
        Dependencies initDep = dependencies(null, in, members);
        Dependencies dep = dependencies(initDep, in, members);
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    private static RequestBatch value(
            InstanceId id,
            RequestBatch recorded,
            boolean mayLack,
            WireReader in,
            Membership members) {
        int how = in.count(HERE);
        if (how == RECORDED && recorded == null && !mayLack)
            throw new MalformedFrameException("the record of the value of " + id + " is missing");
        return switch (how) {
            case ABSENT -> null;
            case NOP -> RequestBatch.NOP;
            case RECORDED -> recorded;
            default -> RequestBatch.read(in, members);
        };
    }

    private static Dependencies dependencies(
            Dependencies before, WireReader in, Membership members) {
        int how = in.count(DEPS_HERE);
        if (how == NO_DEPS) return null;
        return how == SAME_DEPS ? before : Dependencies.read(in, members);
    }
}
