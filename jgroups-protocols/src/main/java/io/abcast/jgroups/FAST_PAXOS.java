package io.abcast.jgroups;

import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Membership;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.paxos.Paxos;
import io.abcast.ordering.paxos.Quorums;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Orders requests by Fast Paxos (Lamport 2006). If members rarely submit requests at the same time, the ensemble
 * decides a request two message delays after a member has sent the request. If proposals of several members collide,
 * {@code FAST_PAXOS} runs as {@link PAXOS} for a while.
 */
@MBean(
        description =
                "Fast Paxos: a total order by consensus; members propose to the acceptors directly while their"
                        + " proposals do not collide")
public final class FAST_PAXOS extends ConsensusProtocol {
    @Property(
            description =
                    "Number of acceptors that decide in a fast round; 0: the smallest number that is safe with a"
                            + " majority as the classic quorum. A smaller fast quorum needs larger classic quorums:"
                            + " with a fast quorum of 11 of 15 members, a classic quorum has 9. Range: 0..31."
                            + " Default: 0",
            type = AttributeType.SCALAR,
            writable = false)
    private int fast_quorum = 0;

    @Override
    Consensus.Factory engine(Membership ensemble) {
        int size = ensemble.size();
        if (fast_quorum == 0) return Ordering.engine(Ordering.FAST_PAXOS, size);
        Quorums quorums = Quorums.fastPaxos(size, fast_quorum);
        return ports -> new Paxos(ports, quorums);
    }

    @Override
    short wireId() {
        return ProtocolIds.FAST_PAXOS;
    }
}
