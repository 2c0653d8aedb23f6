package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.Denial;
import io.abcast.ordering.epaxos.EpaxosMessage.Recover;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Validate;
import io.abcast.ordering.epaxos.EpaxosMessage.ValidateOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The recovery of one instance in one ballot of this member (Ryabinin, Gotsman and Sutra 2025, extended by frontiers).
 * The rules of recovery have the numbers of docs/protocols/epaxos.md. A recovery ends in one of three ways: with a
 * decision, with a value to accept in its ballot, or because another ballot begins.
 */
final class InstanceRecovery {
    /** The event for which the recovery of an instance waits. */
    enum Stage {
        /** Stage of a recovery: the recovery waits for answers to Recover from a quorum. */
        ASKING,

        /**
         * Stage of a recovery: the recovery waits for answers to Validate from all members whose answers to Recover
         * formed the quorum.
         */
        VALIDATING,

        /**
         * Stage of a recovery: the recovery waits for the decision of an instance that may deny the fast commit (rule
         * 9).
         */
        WAITING,

        /** Stage of a recovery: the recovery has ended. */
        OVER
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final Membership members;
    private final InstanceTable table;
    private final Frontiers frontiers;
    private final SecondPhase second;

    /**
     * Function that returns, for another instance, the highest number of fast votes that a recovery of that instance
     * has announced; 0 without an announcement.
     */
    private final ToIntFunction<InstanceId> announcedVotes;

    private final EpaxosInstance instance;
    private final long ballot;
    private final int own;
    private Stage stage = Stage.ASKING;

    /** By rank of the member: its answer to Recover. */
    private final RecoverOk[] answers;

    /** Q: the members whose answers to Recover count, with one bit per rank. */
    private int quorum;

    /** |Rmax|: the number of fast votes in the quorum Q. */
    private int fastVotes;

    /** The value and the dependencies that the initial coordinator proposed, for which the fast votes in Q are. */
    private RequestBatch value;

    private Dependencies deps;

    /** The members of the quorum Q that have answered Validate, with one bit per rank. */
    private int validated;

    /**
     * The set I: the instances that may deny (exclude) the fast commit of the recovered instance. The map's value
     * states whether a member has reported the denying instance as COMMITTED.
     */
    private final TreeMap<InstanceId, Boolean> denials = new TreeMap<>();

    InstanceRecovery(
            EpaxosHost host,
            EpaxosQuorums quorums,
            InstanceTable table,
            Frontiers frontiers,
            SecondPhase second,
            ToIntFunction<InstanceId> announcedVotes,
            EpaxosInstance instance,
            long ballot) {
        this.host = host;
        this.quorums = quorums;
        this.table = table;
        this.frontiers = frontiers;
        this.second = second;
        this.announcedVotes = announcedVotes;
        this.instance = instance;
        this.ballot = ballot;
        members = host.members();
        own = members.rank(host.id());
        answers = new RecoverOk[members.size()];
    }

    /**
     * Begins the recovery in ballot b: makes bal = b durable, and sends Recover(id, b) to all members. This member has
     * never used ballot b before, because it uses a ballot only after its promise for the ballot is durable.
     */
    void begin() {
        assert ballot > instance.bal : ballot + ", bal " + instance.bal;
        instance.bal = ballot;
        host.record(instance.record());
        host.broadcastDurably(new Recover(instance.id, ballot));
    }

    InstanceId id() {
        return instance.id;
    }

    Stage stage() {
        return stage;
    }

    /** Returns whether the recovery waits for the decision of the instance {@code id}. */
    boolean waitsFor(InstanceId id) {
        return stage == Stage.WAITING && denials.containsKey(id);
    }

    /** Returns the instances for whose decisions this recovery waits. */
    List<InstanceId> awaited() {
        return stage == Stage.WAITING ? new ArrayList<>(denials.keySet()) : List.of();
    }

    void end() {
        stage = Stage.OVER;
        for (int r = 0; r < answers.length; r++) {
            if (answers[r] != null && answers[r].value() != null) host.release(answers[r].value());
            answers[r] = null;
        }
    }

    /**
     * Returns whether the recovery may still send messages and decide. The recovery in ballot b may act while bal = b
     * and the instance is undecided.
     */
    private boolean isActive() {
        if (instance.bal != ballot || instance.isCommitted()) stage = Stage.OVER;
        return stage != Stage.OVER;
    }

    /** Handles a member's answer to Recover. */
    void onRecoverOk(int from, RecoverOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive()) return;
        if (m.phase() == InstancePhase.COMMITTED) {
            commit(m);
            return;
        }
        if (answers[rank] == null) {
            answers[rank] = m;
            // This member keeps the payloads of the value in the answer, because it may accept the
            // value later.
            if (m.value() != null) host.retain(m.value());
        }
        if (stage == Stage.WAITING) check();
        if (stage != Stage.ASKING || answers[own] == null) return;
        int answered = 0;
        for (int r = 0; r < answers.length; r++) if (answers[r] != null) answered |= 1 << r;
        if (Integer.bitCount(answered) < quorums.quorum()) return;
        quorum = answered;
        decide();
    }

    /**
     * Applies rules 2 to 5 of recovery after a quorum Q has answered Recover: the first matching rule decides. Rule 1
     * of recovery is applied earlier, to each answer when the answer arrives.
     */
    private void decide() {
        // Rule 2. An answer to Recover is ACCEPTED: choose the value of the ACCEPTED answer with
        // the highest abal.
        RecoverOk accepted = highestAccepted(quorum);
        if (accepted != null) {
            observe(EpaxosStep.RULE_2);
            accept(accepted.value(), accepted.deps());
            return;
        }
        // Rule 3. The initial coordinator has joined b without a fast commit, so it will never
        // commit the instance fast.
        if ((quorum >> members.rank(instance.id.origin()) & 1) != 0) {
            observe(EpaxosStep.RULE_3);
            acceptNop();
            return;
        }
        int answered = 0;
        for (int r = 0; r < answers.length; r++) {
            if ((quorum >> r & 1) == 0) continue;
            answered++;
            RecoverOk m = answers[r];
            if (m.phase() != InstancePhase.PREACCEPTED || !m.deps().equals(m.initDeps())) continue;
            fastVotes++;
            value = m.value();
            deps = m.initDeps();
        }
        // Rule 4. A fast commit of the instance is impossible, because the proposed dependencies
        // can no longer get n-e votes.
        if (fastVotes < quorums.fastVotesMin(answered)) {
            observe(EpaxosStep.RULE_4);
            acceptNop();
            return;
        }
        // Rule 5. The members of Q may know instances that deny the fast commit of the recovered
        // instance.
        stage = Stage.VALIDATING;
        observe(EpaxosStep.RULE_5);
        Validate question = new Validate(instance.id, ballot, value, deps);
        for (int r = 0; r < answers.length; r++)
            if ((quorum >> r & 1) != 0) host.sendDurably(members.id(r), question);
    }

    private RecoverOk highestAccepted(int among) {
        RecoverOk highest = null;
        for (int r = 0; r < answers.length; r++) {
            if ((among >> r & 1) == 0 || answers[r] == null) continue;
            if (answers[r].phase() != InstancePhase.ACCEPTED) continue;
            if (highest == null || answers[r].accepted() > highest.accepted()) highest = answers[r];
        }
        return highest;
    }

    /** Handles a member's answer to Validate. */
    void onValidateOk(int from, ValidateOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive() || stage != Stage.VALIDATING) return;
        if ((quorum >> rank & 1) == 0 || (validated >> rank & 1) != 0) return;
        validated |= 1 << rank;
        for (Denial denial : m.denials())
            denials.merge(
                    denial.id(), denial.phase() == InstancePhase.COMMITTED, Boolean::logicalOr);
        // The validating member has executed and dropped the instances up to its drop line while
        // the recovered instance was undecided at that member. The dependencies that this recovery
        // proposes must cover the instances that the validating member has dropped.
        Dependencies before = deps;
        deps = deps.raise(m.line().numbers());
        if (!deps.equals(before)) observe(EpaxosStep.FRONTIER_RAISED_BY_VALIDATOR);
        if (validated == quorum) judge();
    }

    /** Applies rules 6 to 9 of recovery, after all members of Q have answered Validate. */
    private void judge() {
        // Rule 6. No instance denies the fast commit of the recovered instance.
        if (denials.isEmpty()) {
            observe(EpaxosStep.RULE_6);
            accept(value, deps);
            return;
        }
        // Rule 7. A committed instance interferes and does not have the recovered instance id in
        // its dependencies. The invariant Visibility therefore excludes a fast commit of the
        // recovered instance id.
        if (denials.containsValue(true)) {
            observe(EpaxosStep.RULE_7);
            acceptNop();
            return;
        }
        // Rule 8. A fast commit of id would need the votes of all members outside Q, and the
        // coordinator of id' is a member outside Q. The coordinator of id' would have voted for id
        // without id', although it proposed id' without id.
        if (fastVotes == quorums.fastVotesMin(Integer.bitCount(quorum))) {
            for (InstanceId id : denials.keySet()) {
                if ((quorum >> members.rank(id.origin()) & 1) == 0) {
                    observe(EpaxosStep.RULE_8);
                    acceptNop();
                    return;
                }
            }
        }
        // Rule 9. The recovery waits for the decisions of the denying instances, or for further
        // answers to Recover.
        stage = Stage.WAITING;
        observe(EpaxosStep.RULE_9);
        host.sendToOthers(new Waiting(instance.id, fastVotes));
        check();
    }

    /** Applies rule 9 of recovery: checks whether the recovery must still wait. */
    void check() {
        if (!isActive() || stage != Stage.WAITING) return;
        if (checkOutside()) return;
        TreeSet<InstanceId> open = new TreeSet<>();
        for (InstanceId id : denials.keySet()) {
            EpaxosInstance other = table.get(id);
            if (other != null && other.isCommitted()) {
                boolean denies = !other.cmd.isNop() && !other.dep.contains(instance.id);
                if (denies) {
                    observe(EpaxosStep.RULE_9_DENIED);
                    acceptNop();
                    return;
                }
            } else if (isExecutedHere(id)) {
                // This member executed id' while id was undecided at this member, so id' does not
                // depend on id. If id was committed fast, id depends on id', or id' is a Nop. If id
                // was not committed fast, the recovery may still choose its dependencies, and the
                // raised frontier covers id'.
                observe(EpaxosStep.FRONTIER_RAISED_BY_EXECUTION);
                deps = deps.raise(frontiers.done().numbers());
            } else open.add(id);
        }
        for (InstanceId id : open) {
            // The members that voted fast for id', and the coordinator of id', voted for id'
            // without id. Too few members can therefore have voted for id without id'.
            if (quorums.excludesOthers(announcedVotes.applyAsInt(id))) {
                observe(EpaxosStep.RULE_9_WAITING);
                acceptNop();
                return;
            }
        }
        if (!open.isEmpty()) return;
        observe(EpaxosStep.RULE_9_CLEARED);
        accept(value, deps);
    }

    private boolean isExecutedHere(InstanceId id) {
        return id.number() <= frontiers.done().at(members.rank(id.origin()));
    }

    /**
     * Applies rule 9 of recovery to answers from members outside Q. An ACCEPTED answer, or an answer from the initial
     * coordinator, ends the wait of rule 9.
     *
     * @return whether the wait of the recovery has ended
     */
    private boolean checkOutside() {
        RecoverOk accepted = highestAccepted(~quorum);
        boolean coordinator = answers[members.rank(instance.id.origin())] != null;
        if (accepted == null && !coordinator) return false;
        observe(EpaxosStep.RULE_9_OUTSIDE);
        if (accepted != null) accept(accepted.value(), accepted.deps());
        else acceptNop();
        return true;
    }

    /**
     * Applies rule 1 of recovery: the answering member has the instance as COMMITTED, so the value of the answer is
     * committed.
     */
    private void commit(RecoverOk m) {
        stage = Stage.OVER;
        observe(EpaxosStep.RULE_1);
        host.broadcastDurably(new Commit(instance.id, m.value(), m.deps()));
    }

    private void observe(EpaxosStep step) {
        host.observe(step, instance.id);
    }

    private void acceptNop() {
        accept(RequestBatch.NOP, Dependencies.none(members));
    }

    private void accept(RequestBatch chosen, Dependencies its) {
        stage = Stage.OVER;
        second.begin(instance, ballot, chosen, its);
    }
}
