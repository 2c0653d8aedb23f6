package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Denial;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Recover;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Stale;
import io.abcast.ordering.epaxos.EpaxosMessage.Validate;
import io.abcast.ordering.epaxos.EpaxosMessage.ValidateOk;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of EPaxos in which a voter handles the messages of coordinators (Ryabinin, Gotsman and Sutra 2025). A voter
 * sends a vote once the record of the vote is durable. The caller must have checked that this member holds the payloads
 * of a value, because a member may only vote for payloads that it holds.
 *
 * <p>The message handlers are idempotent: a repeated question gets the same answer.
 */
final class EpaxosAcceptor {
    private final EpaxosHost host;
    private final InstanceTable table;
    private final KnownValues known;
    private final Frontiers frontiers;
    private final EpaxosDecisions decisions;

    EpaxosAcceptor(
            EpaxosHost host,
            InstanceTable table,
            KnownValues known,
            Frontiers frontiers,
            EpaxosDecisions decisions) {
        this.host = host;
        this.table = table;
        this.known = known;
        this.frontiers = frontiers;
        this.decisions = decisions;
    }

    /**
     * Handles PreAccept(id, c, D) if the instance has bal = 0 and the phase INITIAL. The voter votes for the value c,
     * with the union of D and all known interfering instances above the frontier phi.
     */
    void onPreAccept(int from, EpaxosInstance instance, PreAccept m) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else if (instance.bal > 0) host.sendDurably(from, new Stale(instance.id, instance.bal));
        else if (instance.phase == InstancePhase.INITIAL) {
            instance.cmd = m.value();
            instance.initCmd = m.value();
            instance.initDep = m.deps();
            Keys keys = known.initKeys(instance);
            instance.dep = known.interfering(instance.id, keys, m.deps());
            // A voter that has dropped instances above the proposed frontier phi may have forgotten
            // instances that interfere. The raised frontier covers the dropped instances; a vote
            // with a raised frontier is not a fast vote.
            Dependencies voted = instance.dep;
            instance.dep = instance.dep.raise(frontiers.line().numbers());
            if (!instance.dep.equals(voted))
                host.observe(EpaxosStep.FRONTIER_RAISED_BY_VOTER, instance.id);
            instance.phase = InstancePhase.PREACCEPTED;
            known.update(instance);
            host.record(instance.record());
            host.sendDurably(from, new PreAcceptOk(instance.id, instance.dep));
        } else if (instance.phase == InstancePhase.PREACCEPTED)
            host.sendDurably(from, new PreAcceptOk(instance.id, instance.dep));
    }

    /** Handles Accept(id, b, c, D) if b >= bal and the instance is not COMMITTED: votes for c and D in ballot b. */
    void onAccept(int from, EpaxosInstance instance, Accept m) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else if (m.ballot() < instance.bal)
            host.sendDurably(from, new Stale(instance.id, instance.bal));
        else {
            accept(instance, m);
            host.sendDurably(from, new AcceptOk(instance.id, m.ballot()));
        }
    }

    /**
     * Accepts a value in a ballot that is not lower than the ballot that this member has joined. The caller of {@code
     * accept} sends the vote.
     */
    void accept(EpaxosInstance instance, Accept m) {
        boolean again = instance.phase == InstancePhase.ACCEPTED && instance.abal == m.ballot();
        if (again) {
            if (!instance.cmd.equals(m.value()) || !instance.dep.equals(m.deps()))
                host.halt("two values in ballot " + m.ballot() + ": " + instance + " and " + m);
            return;
        }
        instance.bal = m.ballot();
        instance.abal = m.ballot();
        instance.cmd = m.value();
        instance.dep = m.deps();
        instance.phase = InstancePhase.ACCEPTED;
        known.update(instance);
        host.record(instance.record());
    }

    /** Handles Recover(id, b) if b > bal: joins ballot b and reports the state of the instance id. */
    void onRecover(int from, EpaxosInstance instance, Recover m) {
        if (m.ballot() < instance.bal && !instance.isCommitted()) {
            host.sendDurably(from, new Stale(instance.id, instance.bal));
            return;
        }
        if (m.ballot() > instance.bal && !instance.isCommitted()) {
            instance.bal = m.ballot();
            host.record(instance.record());
        }
        host.sendDurably(
                from,
                new RecoverOk(
                        instance.id,
                        m.ballot(),
                        instance.abal,
                        instance.cmd,
                        instance.dep,
                        instance.initDep,
                        instance.phase));
    }

    /**
     * Handles Validate(id, b, c, D) if the instance has bal = b and the phase INITIAL or PREACCEPTED. The member stores
     * the proposal (c, D), and answers with the known instances that may deny its fast commit. Validate is ignored in
     * the phases ACCEPTED and COMMITTED, so a late Validate cannot replace an accepted value.
     */
    void onValidate(int from, EpaxosInstance instance, Validate m) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else if (m.ballot() < instance.bal)
            host.sendDurably(from, new Stale(instance.id, instance.bal));
        else if (instance.bal == m.ballot()
                && (instance.phase == InstancePhase.INITIAL
                        || instance.phase == InstancePhase.PREACCEPTED)) {
            boolean news =
                    !m.value().equals(instance.initCmd) || !m.deps().equals(instance.initDep);
            instance.cmd = m.value();
            instance.initCmd = m.value();
            instance.initDep = m.deps();
            if (news) {
                known.update(instance);
                host.record(instance.record());
            }
            host.sendDurably(
                    from,
                    new ValidateOk(instance.id, m.ballot(), denials(instance), frontiers.line()));
        }
    }

    /**
     * Returns the set I: the known instances that may deny the fast commit of the instance and are not in its {@code
     * initDep}.
     */
    private List<Denial> denials(EpaxosInstance instance) {
        List<Denial> denials = new ArrayList<>();
        Dependencies proposed = instance.initDep;
        Dependencies all = known.interfering(instance.id, instance.initKeys, proposed);
        for (InstanceId id : all.ids()) {
            if (proposed.contains(id)) continue;
            EpaxosInstance other = table.get(id);
            if (mayDeny(other, instance)) denials.add(new Denial(id, other.phase));
        }
        return denials;
    }

    private static boolean mayDeny(EpaxosInstance other, EpaxosInstance instance) {
        if (other.isCommitted())
            return other.keys != null
                    && other.keys.interferes(instance.initKeys)
                    && !other.dep.contains(instance.id);
        return other.initKeys != null
                && other.initKeys.interferes(instance.initKeys)
                && (other.initDep == null || !other.initDep.contains(instance.id));
    }
}
