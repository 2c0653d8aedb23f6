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
 * A recovery of one instance in one ballot of this member (Ryabinin, Gotsman and Sutra 2025, extended by frontiers).
 * The rules have the numbers of docs/protocols/epaxos.md. A recovery ends with a decision, with a value to accept in
 * its ballot, or because another ballot begins.
 */
final class InstanceRecovery {
    /** The event for which the recovery waits. */
    enum Stage {
        /** The recovery waits for answers to Recover from a quorum. */
        ASKING,

        /** The recovery waits for answers to Validate from all members of that quorum. */
        VALIDATING,

        /** The recovery waits for the decision of an instance that may deny the fast commit (rule 9). */
        WAITING,

        /** The recovery has ended. */
        OVER
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final Membership members;
    private final InstanceTable table;
    private final Frontiers frontiers;
    private final SecondPhase second;

    /**
     * Returns, for another instance, the highest number of fast votes that a recovery of that instance has announced; 0
     * without an announcement.
     */
    private final ToIntFunction<InstanceId> announcedVotes;

    private final EpaxosInstance instance;
    private final long ballot;
    private final int own;
    private Stage stage = Stage.ASKING;

    /** By rank: answers to Recover. */
    private final RecoverOk[] answers;

    /** Q: the members whose answers count, with one bit per rank. */
    private int quorum;

    /** |Rmax|: the number of fast votes in Q. */
    private int fastVotes;

    /** The value and the dependencies of Rmax. */
    private RequestBatch value;

    private Dependencies deps;

    /** The members of Q that have answered Validate, with one bit per rank. */
    private int validated;

    /**
     * The set I: the instances that may deny the fast commit. The value is whether a member has reported the instance
     * as COMMITTED.
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
     * Begins the recovery: makes bal = b durable, and sends Recover(id, b) to all members. Ballot b was never used
     * before, because this member uses a ballot only after its promise is durable.
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

    /** Whether the recovery waits for the decision of that instance. */
    boolean waitsFor(InstanceId id) {
        return stage == Stage.WAITING && denials.containsKey(id);
    }

    /** The instances for whose decisions the recovery waits. */
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

    /** Whether the recovery may still act. The recovery may act while bal = b and the instance is undecided. */
    private boolean isActive() {
        if (instance.bal != ballot || instance.isCommitted()) stage = Stage.OVER;
        return stage != Stage.OVER;
    }

    /** Handles an answer to Recover. */
    void onRecoverOk(int from, RecoverOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive()) return;
        if (m.phase() == InstancePhase.COMMITTED) {
            commit(m);
            return;
        }
        if (answers[rank] == null) {
            answers[rank] = m;
            // This member keeps the payloads, because it may accept the value later.
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
     * Applies rules 1 to 5: when a quorum Q has answered, the first matching rule decides. Rule 1 applies to each
     * answer at once.
     */
    private void decide() {
        // Rule 2. An answer is ACCEPTED: choose the value of the ACCEPTED answer with the highest
        // abal.
        RecoverOk accepted = highestAccepted(quorum);
        if (accepted != null) {
            observe(EpaxosStep.RULE_2);
            accept(accepted.value(), accepted.deps());
            return;
        }
        // Rule 3. The initial coordinator has joined b without a fast commit, so it will never
        // commit the instance
        // fast.
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
        // Rule 4. A fast commit is impossible, because initDep can no longer get n-e votes.
        if (fastVotes < quorums.fastVotesMin(answered)) {
            observe(EpaxosStep.RULE_4);
            acceptNop();
            return;
        }
        // Rule 5. The members of Q may know instances that deny the fast commit.
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

    /** Handles an answer to Validate. */
    void onValidateOk(int from, ValidateOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive() || stage != Stage.VALIDATING) return;
        if ((quorum >> rank & 1) == 0 || (validated >> rank & 1) != 0) return;
        validated |= 1 << rank;
        for (Denial denial : m.denials())
            denials.merge(
                    denial.id(), denial.phase() == InstancePhase.COMMITTED, Boolean::logicalOr);
        // The validator has executed and dropped the instances up to its drop line while this
        // instance was undecided at
        // the validator. The accepted dependencies must cover the dropped instances.
        Dependencies before = deps;
        deps = deps.raise(m.line().numbers());
        if (!deps.equals(before)) observe(EpaxosStep.FRONTIER_RAISED_BY_VALIDATOR);
        if (validated == quorum) judge();
    }

    /** Applies rules 6 to 9, after all members of Q have answered Validate. */
    private void judge() {
        // Rule 6. No instance denies the fast commit.
        if (denials.isEmpty()) {
            observe(EpaxosStep.RULE_6);
            accept(value, deps);
            return;
        }
        // Rule 7. A committed instance does not have id in its dependencies, so the invariant
        // Visibility excludes a
        // fast commit of id.
        if (denials.containsValue(true)) {
            observe(EpaxosStep.RULE_7);
            acceptNop();
            return;
        }
        // Rule 8. A fast commit would need the votes of all members outside Q, and the coordinator
        // of id' is one of
        // them. That coordinator would have voted for id without id', although it proposed id'
        // without id.
        if (fastVotes == quorums.fastVotesMin(Integer.bitCount(quorum))) {
            for (InstanceId id : denials.keySet()) {
                if ((quorum >> members.rank(id.origin()) & 1) == 0) {
                    observe(EpaxosStep.RULE_8);
                    acceptNop();
                    return;
                }
            }
        }
        // Rule 9. The recovery waits for the decisions of these instances, or for further answers.
        stage = Stage.WAITING;
        observe(EpaxosStep.RULE_9);
        host.sendToOthers(new Waiting(instance.id, fastVotes));
        check();
    }

    /** Applies rule 9: checks whether the recovery still has to wait. */
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
                // This member executed id' while id was undecided here, so id' does not depend on
                // id. If id was
                // committed fast, id depends on id', or id' is a Nop. If id was not committed fast,
                // its dependencies
                // may still be chosen, and now cover id'.
                observe(EpaxosStep.FRONTIER_RAISED_BY_EXECUTION);
                deps = deps.raise(frontiers.done().numbers());
            } else open.add(id);
        }
        for (InstanceId id : open) {
            // The members that voted fast for id', and the coordinator of id', voted for id'
            // without id. So too few
            // members can have voted for id without id'.
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
     * Applies rule 9 to answers from outside Q: an answer that is ACCEPTED, or from the initial coordinator, ends the
     * wait.
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

    /** Applies rule 1: an answer is COMMITTED, so its value is committed. */
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
