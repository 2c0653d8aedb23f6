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
 * Fast Paxos of Lamport 2006 as a total order: without contention a request is decided two message delays after its member has sent
 * it, whoever that is. Under contention it falls back to {@link PAXOS} for a while.
 */
@MBean(
        description =
                "Fast Paxos: a total order by consensus; members propose to the acceptors directly as long as they do not collide")
public final class FAST_PAXOS extends ConsensusProtocol {
    @Property(
            description =
                    "Acceptors that decide in a fast round; 0: as few as are safe with a majority as the classic quorum. A smaller"
                            + " one makes classic quorums larger: 11 of 15 needs 9. Range: 0..31. Default: 0",
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
