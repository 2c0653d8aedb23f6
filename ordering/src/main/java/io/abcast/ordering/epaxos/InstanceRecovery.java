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
 * One attempt of this member to decide an instance without its coordinator, in one ballot (Ryabinin, Gotsman and Sutra
 * 2025, extended by frontiers). The comments number the rules of recovery as docs/protocols/epaxos.md does. A recovery
 * ends when it receives the decision, when it has chosen a value that the members must accept in its ballot, or when a
 * member has joined a higher ballot.
 */
final class InstanceRecovery {
    enum Stage {
        ASKING,

        VALIDATING,

        WAITING,

        OVER
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final Membership members;
    private final InstanceTable table;
    private final Frontiers frontiers;
    private final SecondPhase second;

    private final ToIntFunction<InstanceId> announcedVotes;

    private final EpaxosInstance instance;
    private final long ballot;
    private final int own;
    private Stage stage = Stage.ASKING;

    /** By rank of a member: its answer to Recover; {@code null} before the answer. */
    private final RecoverOk[] answers;

    /**
     * The first quorum of members that answered Recover (Q in docs/protocols/epaxos.md), as a bit set with one bit per
     * rank.
     */
    private int quorum;

    /** |Rmax| in the paper: how many members of {@link #quorum} cast a fast vote for the recovered instance. */
    private int fastVotes;

    private RequestBatch value;

    private Dependencies deps;

    /** The members of {@link #quorum} that have answered Validate, as a bit set with one bit per rank. */
    private int validated;

    /**
     * I in the paper: the instances that may contradict a fast commit of the recovered instance. The value of an
     * instance in the map is true if a member has reported the instance as COMMITTED.
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

    boolean waitsFor(InstanceId id) {
        return stage == Stage.WAITING && denials.containsKey(id);
    }

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

    private boolean isActive() {
        if (instance.bal != ballot || instance.isCommitted()) stage = Stage.OVER;
        return stage != Stage.OVER;
    }

    void onRecoverOk(int from, RecoverOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive()) return;
        if (m.phase() == InstancePhase.COMMITTED) {
            commit(m);
            return;
        }
        if (answers[rank] == null) {
            answers[rank] = m;
            // This member retains the payloads of the answered value, because the recovery may
            // choose this value later.
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

    private void decide() {
        // Rule 2. A member of the quorum has accepted a value: choose the value that was accepted
        // in the highest ballot.
        RecoverOk accepted = highestAccepted(quorum);
        if (accepted != null) {
            observe(EpaxosStep.RULE_2);
            accept(accepted.value(), accepted.deps());
            return;
        }
        // Rule 3. The initial coordinator has joined this ballot before a fast commit, so it will
        // never make a fast commit: choose Nop.
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
        // Rule 4. A fast commit of the instance is impossible, because fewer members than a fast
        // quorum (n-e) can have cast a fast vote: choose Nop.
        if (fastVotes < quorums.fastVotesMin(answered)) {
            observe(EpaxosStep.RULE_4);
            acceptNop();
            return;
        }
        // Rule 5. A fast commit of the recovered instance is possible: ask the members of the
        // quorum for instances that contradict this fast commit.
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

    void onValidateOk(int from, ValidateOk m) {
        int rank = members.rank(from);
        if (m.ballot() != ballot || !isActive() || stage != Stage.VALIDATING) return;
        if ((quorum >> rank & 1) == 0 || (validated >> rank & 1) != 0) return;
        validated |= 1 << rank;
        for (Denial denial : m.denials())
            denials.merge(
                    denial.id(), denial.phase() == InstancePhase.COMMITTED, Boolean::logicalOr);
        // The answering member has dropped all instances up to m.line(), and can no longer name
        // them. Because the answering member cannot name instances up to m.line(), the proposed
        // dependencies must include all of them.
        Dependencies before = deps;
        deps = deps.raise(m.line().numbers());
        if (!deps.equals(before)) observe(EpaxosStep.FRONTIER_RAISED_BY_VALIDATOR);
        if (validated == quorum) judge();
    }

    private void judge() {
        // Rule 6. No known instance contradicts a fast commit of the recovered instance: choose the
        // value that its coordinator proposed.
        if (denials.isEmpty()) {
            observe(EpaxosStep.RULE_6);
            accept(value, deps);
            return;
        }
        // Rule 7. Some committed instance interferes with the recovered instance, and neither of
        // the two depends on the other. A fast commit of the recovered instance would violate
        // Visibility (of two interfering instances, one depends on the other): choose Nop.
        if (denials.containsValue(true)) {
            observe(EpaxosStep.RULE_7);
            acceptNop();
            return;
        }
        // Rule 8. If the quorum has only the minimum number of fast votes, a fast commit of
        // instance id needs a fast vote of each member outside the quorum. A contradicting instance
        // id' has its coordinator outside the quorum. A coordinator that proposed id' without id
        // cannot have cast a fast vote for id: choose Nop.
        if (fastVotes == quorums.fastVotesMin(Integer.bitCount(quorum))) {
            for (InstanceId id : denials.keySet()) {
                if ((quorum >> members.rank(id.origin()) & 1) == 0) {
                    observe(EpaxosStep.RULE_8);
                    acceptNop();
                    return;
                }
            }
        }
        // Rule 9. Wait for the decisions of the contradicting instances, or for further answers to
        // Recover.
        stage = Stage.WAITING;
        observe(EpaxosStep.RULE_9);
        host.sendToOthers(new Waiting(instance.id, fastVotes));
        check();
    }

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
                // This member executed the contradicting instance id' while the recovered instance
                // id was undecided, so id' does not depend on id. If the recovered instance id was
                // committed fast, it depends on id', or id' is a Nop. If the recovered instance id
                // was not committed fast, the raised frontier makes it depend on id'.
                observe(EpaxosStep.FRONTIER_RAISED_BY_EXECUTION);
                deps = deps.raise(frontiers.done().numbers());
            } else open.add(id);
        }
        for (InstanceId id : open) {
            // A member that cast a fast vote for the contradicting instance id' voted for id'
            // without the recovered instance id. So many members have voted for id' without id that
            // too few can have cast a fast vote for id.
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

    private boolean checkOutside() {
        RecoverOk accepted = highestAccepted(~quorum);
        boolean coordinator = answers[members.rank(instance.id.origin())] != null;
        if (accepted == null && !coordinator) return false;
        observe(EpaxosStep.RULE_9_OUTSIDE);
        if (accepted != null) accept(accepted.value(), accepted.deps());
        else acceptNop();
        return true;
    }

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
