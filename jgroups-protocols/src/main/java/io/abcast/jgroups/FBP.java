package io.abcast.jgroups;

import io.abcast.kernel.Membership;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Signer;
import io.abcast.ordering.log.Consensus;
import java.nio.file.Path;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Fast Byzantine Paxos of Martin and Alvisi 2006 as a total order, for f faulty of at least 5f+1 members. <b>Read
 * docs/protocols/paxos.md first</b>: it bears crashes and restarts of any, and f members that lie as long as links are authentic and
 * {@code keys_dir} is set; founding and snapshots are taken on trust.
 */
@MBean(description = "Fast Byzantine Paxos: a total order; also when f members lie")
public final class FBP extends ConsensusProtocol {
    @Property(
            description =
                    "f, the members that may be faulty; 0: as many as there can be, one of 6 to 10 members, two of 11 to 15."
                            + " Range: 0..6. Default: 0",
            type = AttributeType.SCALAR,
            writable = false)
    private int faulty = 0;

    @Property(
            description =
                    "Directory of Ed25519 keys as PEM: N.pub of every member N and N.key of this one. none: reports are not"
                            + " signed, and a member that lies while it takes over the lead is believed. Default: none",
            writable = false)
    private String keys_dir = "none";

    @Override
    Consensus.Factory engine(Membership ensemble) {
        int size = ensemble.size();
        FbpQuorums quorums = faulty == 0 ? FbpQuorums.of(size) : new FbpQuorums(size, faulty);
        Signer signer =
                keys_dir.equals("none")
                        ? Signer.TRUSTING
                        : new KeySigner(Path.of(keys_dir), server_id, ensemble);
        return ports -> new Fbp(ports, quorums, signer);
    }

    @Override
    short wireId() {
        return ProtocolIds.FBP;
    }
}
