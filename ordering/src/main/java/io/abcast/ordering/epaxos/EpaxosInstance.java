package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.ordering.paxos.Ballot;

/**
 * State of one instance at one member. The names of the fields are those of Ryabinin, Gotsman and Sutra 2025.
 *
 * <p>{@link #bal} and {@link #abal} are two variables. With only one of them, recovery takes a value that was accepted
 * in a low ballot for one of a high ballot (Sutra 2020).
 */
final class EpaxosInstance {
    final InstanceId id;

    InstancePhase phase = InstancePhase.INITIAL;

    /** The highest ballot that the member has joined. Ballot 0 belongs to the initial coordinator. */
    long bal = Ballot.NONE;

    /** The ballot in which the member last accepted. */
    long abal = Ballot.NONE;

    /** The value as the initial coordinator proposed it; {@code null} if unknown. */
    RequestBatch initCmd;

    /** The dependencies as the initial coordinator proposed them; {@code null} if unknown. */
    Dependencies initDep;

    /** The value for which the member voted, or the decision; {@code null} without both. */
    RequestBatch cmd;

    /** The dependencies of {@link #cmd}; {@code null} before the vote. */
    Dependencies dep;

    /** Keys of {@link #initCmd}; {@code null} without a value. */
    Keys initKeys;

    /** The value to which {@link #initKeys} belongs. */
    RequestBatch keyed;

    /** Keys of {@link #cmd}; {@code null} without a value, and for Nop. */
    Keys keys;

    /** Whether the decision was announced to the execution. */
    boolean announced;

    EpaxosInstance(InstanceId id) {
        this.id = id;
    }

    boolean isCommitted() {
        return phase == InstancePhase.COMMITTED;
    }

    /** The present state as a journal record. */
    InstanceRecord record() {
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    /** Takes the state of a journal record. */
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
