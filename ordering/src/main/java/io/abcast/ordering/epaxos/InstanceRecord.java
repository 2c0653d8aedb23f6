package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Record of the state of one instance in a member's journal: a vote, a promise or a decision. The last record of an
 * instance is its state after a restart. The fields are those of {@link EpaxosInstance}; absent ones are {@code null}.
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
    /** Values of the present fields, with one bit each. */
    private static final int INIT_CMD = 1;

    private static final int INIT_DEP = 2;
    private static final int CMD = 4;
    private static final int DEP = 8;

    /** {@link #cmd} equals {@link #initCmd} and is not written. */
    private static final int SAME_CMD = 16;

    /** {@link #dep} equals {@link #initDep} and is not written. */
    private static final int SAME_DEP = 32;

    /** Maximum bytes in the journal. */
    int bytes() {
        return InstanceId.BYTES_MAX
                + 22
                + (initCmd == null ? 0 : initCmd.bytes())
                + (initDep == null ? 0 : initDep.bytes())
                + (cmd == null ? 0 : cmd.bytes())
                + (dep == null ? 0 : dep.bytes());
    }

    public void write(WireWriter out) {
        id.write(out);
        out.u8(phase.ordinal()).varint(bal).varint(abal);
        int fields = (initCmd == null ? 0 : INIT_CMD) | (initDep == null ? 0 : INIT_DEP);
        if (cmd != null) fields |= cmd.equals(initCmd) ? SAME_CMD : CMD;
        if (dep != null) fields |= dep.equals(initDep) ? SAME_DEP : DEP;
        out.u8(fields);
        if ((fields & INIT_CMD) != 0) initCmd.write(out);
        if ((fields & INIT_DEP) != 0) initDep.write(out);
        if ((fields & CMD) != 0) cmd.write(out);
        if ((fields & DEP) != 0) dep.write(out);
    }

    /** @throws MalformedFrameException if the bytes are not a record of an instance of a member */
    public static InstanceRecord read(WireReader in, Membership members) {
        InstanceId id = InstanceId.read(in, members);
        InstancePhase phase = InstancePhase.values()[in.count(InstancePhase.values().length - 1)];
        long bal = in.varint();
        long abal = in.varint();
        int fields = in.u8();
        RequestBatch initCmd = (fields & INIT_CMD) == 0 ? null : RequestBatch.read(in, members);
        Dependencies initDep = (fields & INIT_DEP) == 0 ? null : Dependencies.read(in, members);
        RequestBatch cmd = (fields & SAME_CMD) == 0 ? null : initCmd;
        if ((fields & CMD) != 0) cmd = RequestBatch.read(in, members);
        Dependencies dep = (fields & SAME_DEP) == 0 ? null : initDep;
        if ((fields & DEP) != 0) dep = Dependencies.read(in, members);
        boolean complete =
                switch (phase) {
                    case INITIAL -> true;
                    case PREACCEPTED ->
                            initCmd != null && initDep != null && cmd != null && dep != null;
                    case ACCEPTED, COMMITTED -> cmd != null && dep != null;
                };
        if (!complete) throw new MalformedFrameException(id + ": incomplete in phase " + phase);
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }
}
