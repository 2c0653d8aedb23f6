package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogProbe;
import io.abcast.ordering.paxos.Ballot;
import io.abcast.ordering.paxos.PaxosMessage;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.explore.FieldRules;
import java.util.List;

/** A protocol of the module ordering (total order by consensus) in the form that the explorer runs. */
public class ExploredOrdering extends ExploredLog {
    /**
     * Longest timeout in ns: the election timeout times the largest factor by which FBP extends it after regencies
     * (terms of a leader) without a decision.
     */
    private static final long LONGEST = 32 * ELECTION_TIMEOUT;

    private final String protocol;
    private final LogConfig config = logConfig();

    /** @param protocol name of the protocol, one of {@link Ordering#names} */
    public ExploredOrdering(String protocol) {
        this.protocol = protocol;
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public NodeFactory.Instance node(int id, Membership members, long seed, Effects effects) {
        Consensus.Factory engine = engine(id, members);
        LogNode node = new LogNode(protocol, id, members, config, engine, seed, effects);
        return new NodeFactory.Instance(node, new LogProbe(node));
    }

    /**
     * Creates the engine that runs the consensus protocol of a member; tests override the method to return engines with
     * a broken rule.
     */
    protected Consensus.Factory engine(int id, Membership members) {
        return OrderingFamily.engine(protocol, id, members);
    }

    @Override
    public MessageCodec<?> codec() {
        return OrderingCodec.INSTANCE;
    }

    @Override
    public FieldRules rules() {
        return super.rules()
                .dice("LogNode.dice")
                .ignore(
                        "Ensemble.voters",
                        "Ensemble.writingEra",
                        "Ensemble.durableEra",
                        "Checkpoints.reportedNanos",
                        "ClaimBook.reported",
                        "Applier.delivered",
                        "Fetching.fetches")
                .times("Heard.nanos", "Chosen.nanos")
                .durations("Fbp.patienceNanos");
    }

    @Override
    public long longestNanos() {
        return LONGEST;
    }

    @Override
    public long campaign(Node node, Probe probe) {
        LogNode log = (LogNode) node;
        return log.phase() == LogPhase.CAMPAIGNING ? 1 + log.consensus().round() : 0;
    }

    @Override
    public boolean beginsRestarted() {
        return !protocol.equals(Ordering.FBP);
    }

    @Override
    public int votersMin(int members) {
        return Ordering.votersMin(protocol, members);
    }

    @Override
    public long slot(Message message) {
        Message body = LogMessage.unframed(message);
        if (body instanceof PaxosMessage.Accept m) return m.slot();
        if (body instanceof PaxosMessage.Accepted m) return m.slot();
        if (body instanceof PaxosMessage.Propose m) return m.slot();
        if (body instanceof FbpMessage.Propose m) return m.slot();
        if (body instanceof FbpMessage.Accepted m) return m.slot();
        return 0;
    }

    @Override
    public List<Record> facts(Message message) {
        return FbpLies.facts(message);
    }

    @Override
    public List<Message> lies(int liar, Membership members, List<Record> facts) {
        if (!protocol.equals(Ordering.FBP)) return List.of();
        return new FbpLies(liar, members, facts).all();
    }

    @Override
    public List<Claim> claims(Message message) {
        Message body = LogMessage.unframed(message);
        if (!(body instanceof PaxosMessage.Accept m)) return List.of();
        return List.of(
                new Claim(
                        "ballot " + Ballot.toString(m.ballot()) + " of slot " + m.slot(),
                        m.value().toString()));
    }
}
