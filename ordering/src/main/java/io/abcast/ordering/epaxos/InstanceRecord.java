package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Record of the state of one instance in a member's journal: a vote, a promise or a decision. The last record of an
 * instance is its state after a restart. The fields are those of {@link EpaxosInstance}; a field without a value is
 * {@code null}.
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
    /** The forms in which a value is written. This form means that there is no value. */
    private static final int ABSENT = 0;

    private static final int NOP = 1;

    /** The value is recorded in the first place of the instance and is not written. */
    private static final int RECORDED = 2;

    private static final int HERE = 3;

    /** The forms in which a dependency set is written. This form means that there is no set. */
    private static final int NO_DEPS = 0;

    /** {@link #dep} is not written, because it equals {@link #initDep}. */
    private static final int SAME_DEPS = 1;

    private static final int DEPS_HERE = 2;

    /**
     * Writes everything except the id.
     *
     * @param recorded the value in the first place of the instance; {@code null} without one
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
     * Reads a record that {@link #write} wrote.
     *
     * @param recorded the value in the first place of the instance; {@code null} without one
     * @param mayLack whether the value in the first place may have been removed. If it was removed, fields with this
     *     value are {@code null}
     * @throws MalformedFrameException if the bytes are not a record, or the value in the first place is missing
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
