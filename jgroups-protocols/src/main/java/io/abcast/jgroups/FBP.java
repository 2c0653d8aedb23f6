package io.abcast.jgroups;

import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.group.KeyedGuard;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Membership;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Signer;
import io.abcast.ordering.log.Consensus;
import java.nio.file.Path;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;
import org.jgroups.util.SuppressLog;

/**
 * Orders requests by Fast Byzantine Paxos (Martin and Alvisi 2006). An ensemble of at least 5f+1 members tolerates f
 * faulty members, which may send anything. <b>Read docs/protocols/paxos.md before you use {@code FBP}.</b> Members sign
 * their messages with the keys in {@code keys_dir}. With {@code unsigned="true"}, members have no keys, and an ensemble
 * tolerates crashes, but no faulty member.
 */
@MBean(description = "Fast Byzantine Paxos: a total order that tolerates f members that lie")
public final class FBP extends ConsensusProtocol {
    private static final String NO_KEYS = "none";

    private static final long WARN_AGAIN_MS = 10_000;

    @Property(
            description =
                    "Number f of members that may be faulty; 0: the maximum for the ensemble, which is 1 for 6 to 10"
                            + " members and 2 for 11 to 15. Range: 0..6. Default: 0",
            type = AttributeType.SCALAR,
            writable = false)
    private int faulty = 0;

    @Property(
            description =
                    "Directory of Ed25519 keys as PEM: N.pub of every member N and N.key of this member. Required unless"
                            + " unsigned; config/make-fbp-keys.sh makes the keys. Default: none",
            writable = false)
    private String keys_dir = NO_KEYS;

    @Property(
            description =
                    "Whether members run without keys. True: messages are not signed, so the ensemble tolerates"
                            + " crashed members but no member that lies. Default: false",
            writable = false)
    private boolean unsigned = false;

    private volatile boolean byzantine;
    private volatile FrameGuard guard = FrameGuard.NONE;
    private FbpQuorums quorums;
    private Signer signer;

    @Override
    Consensus.Factory engine(Membership ensemble) {
        int size = ensemble.size();
        FbpQuorums ours = faulty == 0 ? FbpQuorums.of(size) : new FbpQuorums(size, faulty);
        Signer signs = signer(ensemble);
        quorums = ours;
        signer = signs;
        byzantine = !unsigned;
        if (unsigned)
            log.warn(
                    "%s: unsigned is true: messages are not signed, so one member that lies can make the others"
                            + " disagree",
                    getName());
        return ports -> new Fbp(ports, ours, signs);
    }

    private Signer signer(Membership ensemble) {
        boolean keys = !keys_dir.isBlank() && !keys_dir.equals(NO_KEYS);
        if (unsigned && keys)
            throw new IllegalArgumentException(
                    "expected either unsigned=\"true\" or keys_dir, got both; keys_dir is "
                            + keys_dir);
        if (unsigned) return Signer.TRUSTING;
        if (!keys)
            throw new IllegalArgumentException(
                    ("keys_dir: expected a directory with N.pub of every member and %d.key, got no directory; make the"
                                            + " keys with config/make-fbp-keys.sh,")
                                    .formatted(server_id)
                            + " or set unsigned=\"true\" if no member can lie");
        return new KeySigner(Path.of(keys_dir), server_id, ensemble);
    }

    @Override
    FrameGuard guard(Membership ensemble, String group) {
        if (unsigned) return FrameGuard.NONE;
        SuppressLog<Integer> lines = new SuppressLog<>(log);
        FrameGuard made =
                new KeyedGuard(
                        server_id,
                        ensemble,
                        group,
                        local_addr,
                        signer,
                        (id, line) -> refused(lines, id, line));
        guard = made;
        return made;
    }

    private void refused(SuppressLog<Integer> lines, int id, String line) {
        lines.warn(
                id,
                WARN_AGAIN_MS,
                "%s server %d: refused a %s; its claimed sender is server %s",
                getName(),
                server_id,
                line,
                id == 0 ? "?" : id);
    }

    @Override
    int witnesses() {
        return unsigned ? 1 : quorums.faulty() + 1;
    }

    @Override
    FrameGuard guard() {
        return guard;
    }

    @ManagedAttribute(
            description =
                    "Whether the ensemble tolerates f members that lie at the same time; false if unsigned is true or"
                            + " this member has not started")
    public boolean isByzantine() {
        return byzantine;
    }

    @Override
    boolean quorumsAreMajorities() {
        return false;
    }

    @Override
    short wireId() {
        return ProtocolIds.FBP;
    }
}
