package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.ordering.paxos.Ballot;

/**
 * State of one EPaxos instance at one member. The names of the instance's fields are those of Ryabinin, Gotsman and
 * Sutra 2025.
 *
 * <p>The two ballot variables, {@link #bal} and {@link #abal}, are both necessary. With only one ballot variable,
 * recovery would treat a value that was accepted in a low ballot as if it were accepted in a high ballot (Sutra 2020).
 */
final class EpaxosInstance {
    final InstanceId id;

    InstancePhase phase = InstancePhase.INITIAL;

    /**
     * The highest ballot of the instance that the member has joined. Ballot 0 is the ballot of the initial coordinator.
     */
    long bal = Ballot.NONE;

    /** The ballot in which the member last accepted a value for the instance. */
    long abal = Ballot.NONE;

    /**
     * The value that the initial coordinator proposed; {@code null} if this member does not know the proposed value.
     */
    RequestBatch initCmd;

    /**
     * The dependencies that the initial coordinator proposed; {@code null} if this member does not know the proposed
     * dependencies.
     */
    Dependencies initDep;

    /** The value for which the member voted, or the decided value; {@code null} before the vote and the decision. */
    RequestBatch cmd;

    /** The dependencies of {@link #cmd}; {@code null} before the member's vote. */
    Dependencies dep;

    /** Keys of the proposed value {@link #initCmd}; {@code null} if {@link #initCmd} is unknown. */
    Keys initKeys;

    /** The value from which {@link #initKeys} was computed. */
    RequestBatch keyed;

    /** Keys of the accepted value {@link #cmd}; {@code null} if {@link #cmd} is {@code null} or Nop. */
    Keys keys;

    /** Whether the decision of the instance was passed to the execution. */
    boolean announced;

    EpaxosInstance(InstanceId id) {
        this.id = id;
    }

    boolean isCommitted() {
        return phase == InstancePhase.COMMITTED;
    }

    /** Returns the present state of the instance as a journal record. */
    InstanceRecord record() {
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    /** Replaces the state of this instance by the state in a journal record. */
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
