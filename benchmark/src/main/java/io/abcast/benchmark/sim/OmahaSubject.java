package io.abcast.benchmark.sim;

import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.Atlas;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checker;
import java.util.List;

/**
 * A protocol whose messages go through OMAHA. Also messages of which the node says nothing are held at times: safety must not rest
 * on what is a hint.
 *
 * @param of the protocol; it has a codec
 */
public record OmahaSubject(Subject of) implements Subject {
    /** Follows the name of a protocol. */
    public static final String SUFFIX = "+OMAHA";

    private static final long MILLI = 1_000_000;

    @Override
    public String protocol() {
        return of.protocol() + SUFFIX;
    }

    @Override
    public int holdersMin(int members) {
        return of.holdersMin(members);
    }

    @Override
    public boolean changesMembership() {
        return of.changesMembership();
    }

    @Override
    public List<Checker> checkers(Durability durability) {
        return of.checkers(durability);
    }

    @Override
    public boolean holds(byte[] persisted, int origin, long request) {
        return of.holds(persisted, origin, request);
    }

    @Override
    public Atlas atlas() {
        return of.atlas();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Prepared prepare(Rng random, Durability durability) {
        Prepared inner = of.prepare(random, durability);
        OmahaSettings settings =
                OmahaSettings.pledges()
                        .withBytesMax(random.pick(100, 1_000, 32_768))
                        .withPledgeLifeNanos(random.pick(1L, 20L, 1_000L) * MILLI)
                        .withGraceNanos(random.pick(0L, 1L) * MILLI)
                        .withHoldMaxNanos(random.pick(1L, 5L, 20L) * MILLI);
        Hold plain = new Hold(random.pick(0.0, 0.2, 1.0), Long.MAX_VALUE);
        NodeFactory nodes =
                (id, members, seed, effects) -> {
                    OmahaNode.Layer layer =
                            new OmahaNode.Layer(effects, settings, plain, seed ^ id);
                    NodeFactory.Instance made = inner.factory().create(id, members, seed, layer);
                    return new NodeFactory.Instance(OmahaNode.of(made.node(), layer), made.probe());
                };
        MessageCodec<?> codec = new Aggregate.Codec((MessageCodec<Message>) inner.codec());
        return new Prepared(
                nodes,
                codec,
                inner.payloadBytesMax(),
                inner.parameters() + " " + settings + " plain " + plain);
    }
}
