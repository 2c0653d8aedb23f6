package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.ordering.paxos.Ballot;

/**
 * State of one instance at one member. The names of the fields are those of Ryabinin, Gotsman and Sutra 2025.
 *
 * <p>Two variables, {@link #bal} and {@link #abal}, are necessary. With only one, recovery would treat a value that was
 * accepted in a low ballot as if it were accepted in a high ballot (Sutra 2020).
 */
final class EpaxosInstance {
    final InstanceId id;

    InstancePhase phase = InstancePhase.INITIAL;

    /** The highest ballot that the member has joined. Ballot 0 is the ballot of the initial coordinator. */
    long bal = Ballot.NONE;

    /** The ballot in which the member last accepted a value. */
    long abal = Ballot.NONE;

    /** The value as the initial coordinator proposed it; {@code null} if unknown. */
    RequestBatch initCmd;

    /** The dependencies as the initial coordinator proposed them; {@code null} if unknown. */
    Dependencies initDep;

    /** The value for which the member voted, or the decided value; {@code null} before the vote and the decision. */
    RequestBatch cmd;

    /** The dependencies of {@link #cmd}; {@code null} before the vote. */
    Dependencies dep;

    /** Keys of {@link #initCmd}; {@code null} if {@link #initCmd} is unknown. */
    Keys initKeys;

    /** The value to which {@link #initKeys} belongs. */
    RequestBatch keyed;

    /** Keys of {@link #cmd}; {@code null} if {@link #cmd} is {@code null} or Nop. */
    Keys keys;

    /** Whether the decision was announced to the execution. */
    boolean announced;

    EpaxosInstance(InstanceId id) {
        this.id = id;
    }

    boolean isCommitted() {
        return phase == InstancePhase.COMMITTED;
    }

    /** Returns the present state as a journal record. */
    InstanceRecord record() {
        return new InstanceRecord(id, phase, bal, abal, initCmd, initDep, cmd, dep);
    }

    /** Replaces the state by that of a journal record. */
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
