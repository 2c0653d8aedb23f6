package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosMessage;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.EpaxosPhase;
import io.abcast.ordering.epaxos.EpaxosStep;
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
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The protocol EPaxos in the form that the simulator runs.
 *
 * @param protocol with {@link Ordering#EPAXOS}, all requests interfere; with {@link #KEYS}, only requests that have a
 *     common key
 * @param ensemble the ensemble of the run that the simulator prepared last
 * @param forest the drawn settings and faults of FOREST in the run that the simulator prepared last; empty without
 *     {@link #FOREST}
 */
record EpaxosFamily(String protocol, EpaxosEnsemble ensemble, AtomicReference<ForestRun> forest)
        implements Subject {
    /** Variant of EPaxos in which only requests with common keys interfere. */
    static final String KEYS = "EPAXOS_KEYS";

    private static final int LARGE_BYTES = 1_000;
    private static final long LOOSE_BYTES = 16 << 20;

    /** Suffix of a protocol's name if the overlay network FOREST carries the payloads of the requests. */
    static final String FOREST = "+FOREST";

    /** Suffix after {@link #FOREST} for runs in which neither FOREST nor the simulator injects faults. */
    static final String CALM = "+CALM";

    static EpaxosFamily of(String protocol) {
        return new EpaxosFamily(protocol, new EpaxosEnsemble(), new AtomicReference<>());
    }

    static boolean has(String protocol) {
        String plain = without(FOREST, without(FOREST + CALM, protocol));
        return plain.equals(Ordering.EPAXOS) || plain.equals(KEYS);
    }

    private static String without(String suffix, String name) {
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }

    Interference interference() {
        return byKeys() ? new KeysOfPayloads() : Interference.ALL;
    }

    private boolean byKeys() {
        return protocol.startsWith(KEYS);
    }

    private boolean hasForest() {
        return protocol.endsWith(FOREST) || isCalm();
    }

    private boolean isCalm() {
        return protocol.endsWith(FOREST + CALM);
    }

    @Override
    public void healed() {
        if (hasForest()) forest.get().heal();
    }

    @Override
    public List<Checker> checkers(Durability durability) {
        List<Checker> checkers =
                new ArrayList<>(
                        byKeys()
                                ? Checkers.ofPartialOrder(interference())
                                : Checkers.ofTotalOrder(durability != Durability.MEMORY));
        if (hasForest()) checkers.add(new ForestDuties(forest.get()));
        if (ensemble.executions() != null) checkers.add(ensemble.executions());
        return checkers;
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

    /**
     * True, because each member numbers entries by their place in its own journal, so that zxids of a request differ.
     */
    @Override
    public boolean hasLocalSlots() {
        return true;
    }

    @Override
    public boolean servesThroughLeader() {
        return false;
    }

    @Override
    public boolean hasLeader() {
        return false;
    }

    /**
     * Raises the drawn limit, so that some payloads exceed 1 KiB, which members send separately from their requests.
     */
    @Override
    public int payloadBytesMax(int drawn) {
        return drawn < LARGE_BYTES ? drawn : 2 * drawn;
    }

    @Override
    public Keys keysRead(Rng dice) {
        return dice.chance(0.5) ? Keys.ALL_READ : KeysOfPayloads.some(dice);
    }

    @Override
    public boolean announcesDecision(Message message) {
        Message body = LogMessage.unframed(message);
        return body instanceof EpaxosMessage.Commit || body instanceof EpaxosMessage.CommitProposed;
    }

    @Override
    public boolean isHeartbeat(Message message) {
        return LogMessage.unframed(message) instanceof EpaxosMessage.Heartbeat;
    }

    @Override
    public CoverageGoals coverageGoals() {
        List<Class<?>> messages = new ArrayList<>();
        messages.add(LogMessage.Standing.class);
        messages.add(LogMessage.Offer.class);
        messages.add(LogMessage.Fetch.class);
        messages.add(LogMessage.Chunk.class);
        collect(EpaxosMessage.class, messages);
        List<CoverageGoals.Situation> situations = new ArrayList<>();
        for (EpaxosStep step : EpaxosStep.values()) {
            String line = EpaxosNodes.STEP + step.name() + " ";
            situations.add(new CoverageGoals.Situation(name(step), each -> each.startsWith(line)));
        }
        situations.addAll(CoverageGoals.coordinatorFaults());
        if (hasForest()) {
            messages.remove(EpaxosMessage.Want.class);
            for (Class<?> each : ForestMessage.class.getPermittedSubclasses())
                if (each != ForestMessage.Report.class && each != ForestMessage.Echo.class)
                    messages.add(each);
            situations.addAll(ForestReports.situations());
        }
        return new CoverageGoals(List.of(EpaxosPhase.values()), messages, List.of(), situations);
    }

    private static String name(EpaxosStep step) {
        return step.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void collect(Class<?> type, List<Class<?>> to) {
        if (!type.isSealed()) to.add(type);
        else
            for (Class<?> each : type.getPermittedSubclasses())
                if (!to.contains(each)) collect(each, to);
    }

    private ForestRun drawn(Rng random, int payloadBytesMax) {
        return isCalm()
                ? ForestRun.calm(random, payloadBytesMax)
                : new ForestRun(random, payloadBytesMax);
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        EpaxosConfig drawn = EpaxosConfig.drawn(bound -> random.between(0, bound - 1));
        // Most payloads of a run are small, so lower the limit for payloads inside messages, which
        // FOREST does not carry.
        EpaxosConfig config = hasForest() ? drawn.inlineBytesMax(8) : drawn;
        // In calm runs, give EPaxos enough room for payloads, because the checker would count
        // dropped payloads as lost by FOREST.
        if (isCalm()) config = config.looseBytesMax(LOOSE_BYTES);
        int payloadBytesMax = config.log().payloadBytesMax();
        ForestRun run = hasForest() ? drawn(random.split(), payloadBytesMax) : null;
        forest.set(run);
        MessageCodec<Message> codec = run == null ? ensemble : new ForestEnvelope.Codec(ensemble);
        // If members may have to fetch payloads, a request has no time limit, and the run checks
        // progress only after all faults.
        boolean waits = run == null || (!run.hasFaults && config.looseBytesMax() > payloadBytesMax);
        return new Prepared(
                new EpaxosNodes(config, interference(), ensemble, run),
                codec,
                payloadBytesMax,
                run == null ? config.toString() : config + " " + run,
                waits
                        ? new Timeouts(
                                config.log().electionTimeoutNanos(), 64 * config.log().retryNanos())
                        : null);
    }
}
