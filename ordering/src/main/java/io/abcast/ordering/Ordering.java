package io.abcast.ordering;

import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Report;
import io.abcast.ordering.fbp.Signer;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.Paxos;
import io.abcast.ordering.paxos.Quorums;
import io.abcast.ordering.paxos.Vote;
import java.util.List;

/**
 * Creates and describes the ordering protocols that are based on consensus: Paxos, Fast Paxos, Fast Byzantine Paxos and
 * EPaxos.
 */
public final class Ordering {
    public static final String PAXOS = "PAXOS";
    public static final String FAST_PAXOS = "FAST_PAXOS";
    public static final String FBP = "FBP";

    /** Name of the protocol EPaxos, which orders requests by their dependencies; {@link #names} does not contain it. */
    public static final String EPAXOS = "EPAXOS";

    private Ordering() {}

    /** The names of the protocols that decide the order slot by slot. */
    public static List<String> names() {
        return List.of(PAXOS, FAST_PAXOS, FBP);
    }

    /**
     * Creates the consensus engine of {@code protocol}, with the quorum sizes for an ensemble of size {@code members}.
     *
     * @throws IllegalArgumentException if there is no protocol {@code protocol}, or the protocol cannot run in an
     *     ensemble of size {@code members}
     */
    public static Consensus.Factory engine(String protocol, int members) {
        return switch (protocol) {
            case PAXOS -> {
                Quorums quorums = Quorums.majority(members);
                yield ports -> new Paxos(ports, quorums);
            }
            case FAST_PAXOS -> {
                Quorums quorums = Quorums.fastPaxos(members);
                yield ports -> new Paxos(ports, quorums);
            }
            case FBP -> {
                FbpQuorums quorums = FbpQuorums.of(members);
                yield ports -> new Fbp(ports, quorums, Signer.TRUSTING);
            }
            default ->
                    throw new IllegalArgumentException(
                            "protocol: expected one of " + names() + ", got " + protocol);
        };
    }

    /** Minimum number of members that must still remember their votes so that the protocol can decide slots. */
    public static int votersMin(String protocol, int members) {
        return protocol.equals(FBP)
                ? FbpQuorums.of(members).accepted()
                : Quorums.majority(members).classic();
    }

    /** Creates a member that runs the protocol with the name {@code protocol}. */
    public static LogNode node(
            String protocol,
            int id,
            Membership members,
            LogConfig config,
            long seed,
            Effects effects) {
        return new LogNode(
                protocol, id, members, config, engine(protocol, members.size()), seed, effects);
    }

    /**
     * Creates a member that runs {@link #EPAXOS}.
     *
     * @param interference function that gives the keys of a request, and so states which requests interfere; the same
     *     at all members
     */
    public static EpaxosNode epaxos(
            int id,
            Membership members,
            EpaxosConfig config,
            Interference interference,
            long seed,
            Effects effects) {
        return epaxos(id, members, config, interference, seed, effects, null);
    }

    /**
     * Creates a member that runs {@link #EPAXOS}.
     *
     * @param interference function that gives the keys of a request, and so states which requests interfere; the same
     *     at all members
     * @param dissemination service that carries large payloads, at all members or at none; with {@code null}, the
     *     members send large payloads in their own messages
     */
    public static EpaxosNode epaxos(
            int id,
            Membership members,
            EpaxosConfig config,
            Interference interference,
            long seed,
            Effects effects,
            Dissemination dissemination) {
        return new EpaxosNode(id, members, config, interference, seed, effects, dissemination);
    }

    /** Returns the requests of the value in a recorded vote, in the order in which the value contains them. */
    public static List<OriginRequest> requests(String protocol, byte[] vote) {
        WireReader in = LogNode.vote(vote);
        Value value = protocol.equals(FBP) ? Report.Vote.read(in).value() : Vote.read(in).value();
        return value.requests();
    }

    /**
     * Whether the recorded votes {@code vote} and {@code other} are for different values in the same slot and fast
     * round.
     */
    public static boolean contradict(String protocol, byte[] vote, byte[] other) {
        if (!protocol.equals(FAST_PAXOS)) return false;
        Vote a = Vote.read(LogNode.vote(vote));
        Vote b = Vote.read(LogNode.vote(other));
        boolean round = a.fast() && b.fast() && a.slot() == b.slot() && a.ballot() == b.ballot();
        return round && !a.value().equals(b.value());
    }
}
