package io.abcast.jgroups;

import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Membership;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.log.Consensus;
import org.jgroups.annotations.MBean;

/**
 * Orders requests by classical Paxos, with one instance of consensus per request. In a JGroups stack, {@code PAXOS} may
 * stand anywhere above GMS. Applications use {@code PAXOS} through {@link AtomicBroadcast}. An ensemble of 2f+1 members
 * tolerates the crash of f members.
 *
 * <pre>{@code <io.abcast.jgroups.PAXOS members="1,2,3" server_id="1" data_dir="/var/lib/abcast"
 * durability="fsync"/>}</pre>
 */
@MBean(
        description =
                "Paxos: a total order by consensus; each member learns the decisions from the acceptors itself")
public final class PAXOS extends ConsensusProtocol {
    @Override
    Consensus.Factory engine(Membership ensemble) {
        return Ordering.engine(Ordering.PAXOS, ensemble.size());
    }

    @Override
    short wireId() {
        return ProtocolIds.PAXOS;
    }
}
