package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.ordering.paxos.Ballot;

/**
 * State of one EPaxos instance at one member. The fields have the same names as in Ryabinin, Gotsman and Sutra 2025.
 *
 * <p>EPaxos needs two ballot variables, {@link #bal} and {@link #abal}. With only one ballot variable, a recovery could
 * take a value that was accepted in a low ballot for a value of a high ballot (Sutra 2020).
 */
final class EpaxosInstance {
    final InstanceId id;

    InstancePhase phase = InstancePhase.INITIAL;

    /** Highest ballot that this member has joined in the instance. Ballot 0 belongs to the initial coordinator. */
    long bal = Ballot.NONE;

    /** Highest ballot in which this member has accepted a value for the instance. */
    long abal = Ballot.NONE;

    /** The value that the initial coordinator proposed; {@code null} if unknown to this member. */
    RequestBatch initCmd;

    /** The dependencies that the initial coordinator proposed; {@code null} if unknown to this member. */
    Dependencies initDep;

    /** The value of this member's last vote, or the decided value; {@code null} before a vote or decision is known. */
    RequestBatch cmd;

    /**
     * The dependencies of this member's last vote, or the decided ones; {@code null} before a vote or decision is
     * known.
     */
    Dependencies dep;

    Keys initKeys;

    RequestBatch keyed;

    /** Keys that the value {@link #cmd} reads and writes; {@code null} if this value is {@code null} or Nop. */
    Keys keys;

    boolean announced;

    EpaxosInstance(InstanceId id) {
        this.id = id;
    }

    boolean isCommitted() {
        return phase == InstancePhase.COMMITTED;
    }

    InstanceRecord record() {
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    void restore(InstanceRecord from) {
        phase = from.phase();
        bal = from.bal();
        abal = from.abal();
        initCmd = from.initCmd();
        initDep = from.initDep();
        cmd = from.cmd();
        dep = from.dep();
    }

    @Override
    public String toString() {
        return record().toString();
    }
}
