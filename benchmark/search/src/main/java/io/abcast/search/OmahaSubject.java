package io.abcast.search;

import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A protocol under test whose messages pass through OMAHA, which delays messages and sends several together. In half of
 * the runs, OMAHA may delay any message, because safety must not depend on the hints of nodes. Only one run at a time
 * may use an object of this class.
 */
public final class OmahaSubject implements Subject {
    /** Suffix of the name of a protocol that runs with OMAHA. */
    public static final String SUFFIX = "+OMAHA";

    /** A search that rarely reaches this situation does not test OMAHA. */
    static final String HELD = "a message is held by OMAHA";

    private static final long MILLI = 1_000_000;

    private final Subject of;
    private final UnaryOperator<OmahaSettings> altered;

    private Map<Integer, OmahaNode.Layer> layers = new TreeMap<>();

    private AtomicBoolean healed = new AtomicBoolean();

    /** @param of protocol whose messages pass through OMAHA; the protocol must have a codec */
    public OmahaSubject(Subject of) {
        this(of, settings -> settings);
    }

    OmahaSubject(Subject of, UnaryOperator<OmahaSettings> altered) {
        this.of = of;
        this.altered = altered;
    }

    @Override
    public String protocol() {
        return of.protocol() + SUFFIX;
    }

    @Override
    public int holdersMin(int members) {
        return of.holdersMin(members);
    }

    @Override
    public boolean readmits() {
        return of.readmits();
    }

    @Override
    public int votersMin(int members) {
        return of.votersMin(members);
    }

    @Override
    public int repairMin(int members) {
        return of.repairMin(members);
    }

    @Override
    public boolean changesMembership() {
        return of.changesMembership();
    }

    @Override
    public List<Checker> checkers(Durability durability) {
        List<Checker> checkers = new ArrayList<>(of.checkers(durability));
        checkers.add(new HeldInBounds(layers));
        return checkers;
    }

    @Override
    public void visitRequests(byte[] vote, RequestVisitor visitor) {
        of.visitRequests(vote, visitor);
    }

    @Override
    public boolean contradict(byte[] vote, byte[] other) {
        return of.contradict(vote, other);
    }

    @Override
    public void healed() {
        of.healed();
        healed.set(true);
    }

    @Override
    public CoverageGoals coverageGoals() {
        CoverageGoals inner = of.coverageGoals();
        List<Class<?>> messages = new ArrayList<>(inner.messages());
        messages.add(Aggregate.class);
        List<CoverageGoals.Situation> situations = new ArrayList<>(inner.situations());
        situations.add(
                new CoverageGoals.Situation(HELD, line -> line.startsWith(OmahaNode.Layer.HOLDS)));
        return new CoverageGoals(inner.phases(), messages, situations);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Prepared prepare(Rng random, Durability durability) {
        Prepared inner = of.prepare(random, durability);
        OmahaSettings drawn =
                OmahaSettings.pledges()
                        .withBytesMax(random.pick(100, 1_000, 32_768))
                        .withPledgeLifeNanos(random.pick(1L, 20L, 1_000L) * MILLI)
                        .withGraceNanos(random.pick(0L, 1L) * MILLI)
                        .withHoldMaxNanos(random.pick(1L, 5L, 20L) * MILLI)
                        .withLearnsTimes(random.pick(true, false));
        double plainProbability = random.pick(0.0, 0.2, 1.0);
        boolean any = random.pick(true, false);
        // With default settings, OMAHA never delays messages for which the node gives no hint.
        Hold plain = any ? new Hold(plainProbability, Long.MAX_VALUE) : Hold.NEVER;
        OmahaSettings settings = altered.apply(drawn);
        Map<Integer, OmahaNode.Layer> present = new TreeMap<>();
        layers = present;
        AtomicBoolean presentHealed = new AtomicBoolean();
        healed = presentHealed;
        NodeFactory nodes =
                inner.factory()
                        .around(
                                (id, seed, effects, make) -> {
                                    OmahaNode.Layer layer =
                                            new OmahaNode.Layer(
                                                    effects,
                                                    settings,
                                                    plain,
                                                    any,
                                                    presentHealed::get,
                                                    drawn.holdMaxNanos(),
                                                    seed ^ id);
                                    present.put(id, layer);
                                    NodeFactory.Instance made = make.apply(layer);
                                    return new NodeFactory.Instance(
                                            OmahaNode.of(made.node(), layer), made.probe());
                                });
        MessageCodec<?> codec = new Aggregate.Codec((MessageCodec<Message>) inner.codec());
        return new Prepared(
                nodes,
                codec,
                inner.payloadBytesMax(),
                inner.parameters() + " " + settings + " plain " + plain + (any ? ", any" : ""));
    }
}
