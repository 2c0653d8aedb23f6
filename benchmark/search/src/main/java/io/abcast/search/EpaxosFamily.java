package io.abcast.search;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosMessage;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.EpaxosPhase;
import io.abcast.ordering.epaxos.Request;
import io.abcast.ordering.log.LogMessage;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.Timeouts;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import java.util.ArrayList;
import java.util.List;

/**
 * EPaxos as the simulator runs it.
 *
 * @param protocol {@link Ordering#EPAXOS}: every request interferes with every other one; {@link #KEYS}: by keys
 * @param ensemble the ensemble of the run that was prepared last
 */
record EpaxosFamily(String protocol, EpaxosEnsemble ensemble) implements Subject {
    /** Name of EPaxos with an interference by keys. */
    static final String KEYS = "EPAXOS_KEYS";

    static EpaxosFamily of(String protocol) {
        return new EpaxosFamily(protocol, new EpaxosEnsemble());
    }

    private boolean byKeys() {
        return protocol.equals(KEYS);
    }

    @Override
    public List<Checker> checkers(Durability durability) {
        return byKeys()
                ? Checkers.ofPartialOrder(new ByLastByte())
                : Checkers.ofTotalOrder(durability != Durability.MEMORY);
    }

    @Override
    public int votersMin(int size) {
        return size - (size - 1) / 2;
    }

    @Override
    public void visitRequests(byte[] vote, RequestVisitor visitor) {
        for (Request request : EpaxosNode.requests(vote, ensemble.members()))
            visitor.visit(request.origin(), request.number());
    }

    /** There is no leader. */
    @Override
    public boolean servesThroughLeader() {
        return false;
    }

    @Override
    public boolean hasLeader() {
        return false;
    }

    @Override
    public CoverageGoals coverageGoals() {
        List<Class<?>> messages = new ArrayList<>();
        messages.add(LogMessage.Standing.class);
        messages.add(LogMessage.Offer.class);
        messages.add(LogMessage.Fetch.class);
        messages.add(LogMessage.Chunk.class);
        collect(EpaxosMessage.class, messages);
        return new CoverageGoals(List.of(EpaxosPhase.values()), messages, List.of(), List.of());
    }

    private static void collect(Class<?> type, List<Class<?>> to) {
        if (!type.isSealed()) to.add(type);
        else
            for (Class<?> each : type.getPermittedSubclasses())
                if (!to.contains(each)) collect(each, to);
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        EpaxosConfig config = EpaxosConfig.drawn(bound -> random.between(0, bound - 1));
        Interference interference = byKeys() ? new ByLastByte() : Interference.ALL;
        return new Prepared(
                new EpaxosNodes(config, interference, ensemble),
                ensemble,
                config.log().payloadBytesMax(),
                config.toString(),
                new Timeouts(config.log().electionTimeoutNanos(), 64 * config.log().retryNanos()));
    }

    /** The last byte of a payload names the key that it writes; some payloads write two keys, some write all. */
    private static final class ByLastByte implements Interference {
        private static final int KEYS = 4;

        @Override
        public String name() {
            return "last byte";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public Keys keys(byte[] payload) {
            if (payload.length == 0) return Keys.ALL;
            int last = payload[payload.length - 1] & 0xFF;
            if (last % 32 == 0) return Keys.ALL;
            String one = "k" + last % KEYS;
            return last % 5 == 0 ? Keys.writing(one, "k" + (last + 1) % KEYS) : Keys.writing(one);
        }
    }
}
