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
 * The role of a voter: answers the messages of initial coordinators and of recovering members (Ryabinin, Gotsman and
 * Sutra 2025). A voter sends each vote only after its journal record of the vote is durable. The caller must check
 * first that this member holds all payloads of a message's value, because a member may only vote for payloads that it
 * holds.
 *
 * <p>A voter that receives a message again sends the same answer again.
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

    void onPreAccept(int from, EpaxosInstance instance, PreAccept m) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else if (instance.bal > 0) host.sendDurably(from, new Stale(instance.id, instance.bal));
        else if (instance.phase == InstancePhase.INITIAL) {
            instance.cmd = m.value();
            instance.initCmd = m.value();
            instance.initDep = m.deps();
            Keys keys = known.initKeys(instance);
            instance.dep = known.interfering(instance.id, keys, m.deps());
            // This voter may have dropped interfering instances above the proposed frontier. The
            // voter raises the frontier in its vote to include all dropped instances. A vote with a
            // raised frontier is not a fast vote.
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

    void onAccept(int from, EpaxosInstance instance, Accept m) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else if (m.ballot() < instance.bal)
            host.sendDurably(from, new Stale(instance.id, instance.bal));
        else {
            accept(instance, m);
            host.sendDurably(from, new AcceptOk(instance.id, m.ballot()));
        }
    }

    /** The caller has compared the ballots, and sends the vote. */
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

    /** A late Validate is ignored, so that it cannot replace an accepted value. */
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

    /** Returns the set I of the paper: known instances outside {@code initDep} that may contradict a fast commit. */
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
