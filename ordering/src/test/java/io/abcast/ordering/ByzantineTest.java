package io.abcast.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import io.abcast.ordering.fbp.BrokenFbp;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Lies;
import io.abcast.ordering.fbp.Seal;
import io.abcast.ordering.fbp.Signer;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogProbe;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests FBP while one of seven members, or two of eleven members, lie, both as acceptors and as leaders. */
@Execution(ExecutionMode.CONCURRENT)
class ByzantineTest {
    private static final Set<Fault> LINKS =
            EnumSet.of(Fault.PARTITION, Fault.LOSS, Fault.DUP, Fault.PAUSE, Fault.FLAP);

    private static final int SEEDS_MAX = 60;

    enum Lie {
        EQUIVOCATES,
        ACCEPTS_UNPROPOSED_VALUES,
        FORGES_REQUESTS,
        REPORTS_NOTHING,
        CLAIMS_TOO_MUCH,
        DENIES,
        KEEPS_SILENT
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void oneLiarOfSevenBreaksNoInvariant(Lie lie) {
        assertSafe(settings(new Liars(lie, Set.of(lie == Lie.DENIES ? 1 : 0), true), 7), 3);
    }

    @Tag("search")
    @ParameterizedTest
    @EnumSource(Lie.class)
    void twoLiarsOfElevenBreakNoInvariant(Lie lie) {
        assertSafe(settings(new Liars(lie, Set.of(0, 1), true), 11), 3);
    }

    private static void assertSafe(FuzzSettings settings, int seeds) {
        List<FuzzResult> failed = new ArrayList<>();
        long[] ordered = new long[1];
        new FuzzCampaign(settings)
                .run(
                        1,
                        seeds,
                        result -> {
                            ordered[0] += result.cluster().history().ordered();
                            if (!result.passed()) failed.add(result);
                        });
        assertEquals("", failed.isEmpty() ? "" : failed.get(0).report());
        assertTrue(ordered[0] > 10L * seeds, "entries ordered: " + ordered[0]);
    }

    @Test
    void acceptorsThatTrustTheirLeaderAreFoundByIntegrityG1() {
        assertFound(new Liars(Lie.FORGES_REQUESTS, Set.of(0), false), "IntegrityG1");
    }

    private static void assertFound(Liars liars, String checker) {
        assertNotNull(
                new FuzzCampaign(settings(liars, 7)).firstViolating(checker, 1, SEEDS_MAX),
                checker + " found nothing in " + SEEDS_MAX + " seeds");
    }

    private static FuzzSettings settings(OrderingSubject subject, int members) {
        return FuzzSettings.of(subject, members).with(LINKS).with(Durability.FSYNC);
    }

    private static final class Liars extends OrderingSubject {
        private final Lie lie;
        private final Set<Integer> liars;

        private final boolean sound;

        Liars(Lie lie, Set<Integer> liars, boolean sound) {
            super("FBP");
            this.lie = lie;
            this.liars = liars;
            this.sound = sound;
        }

        @Override
        public Prepared prepare(Rng random, Durability durability) {
            LogConfig config = LogConfig.drawn(bound -> random.between(0, bound - 1));
            NodeFactory factory =
                    (id, members, seed, effects) -> {
                        boolean lies = liars.contains(members.rank(id));
                        Effects through = lies ? new Lying(id, effects, lie, members) : effects;
                        Signer signer = new Seal(id);
                        FbpQuorums quorums = FbpQuorums.of(members.size());
                        LogNode node =
                                new LogNode(
                                        "FBP",
                                        id,
                                        members,
                                        config,
                                        ports ->
                                                sound
                                                        ? new Fbp(ports, quorums, signer)
                                                        : BrokenFbp.credulous(
                                                                ports, quorums, signer),
                                        seed,
                                        through);
                        return new NodeFactory.Instance(node, new LogProbe(node));
                    };
            return new Prepared(
                    factory, OrderingCodec.INSTANCE, config.payloadBytesMax(), lie + " " + config);
        }
    }

    private static final class Lying extends EffectsFilter {
        private final int id;
        private final Lie lie;
        private final Membership members;

        Lying(int id, Effects effects, Lie lie, Membership members) {
            super(effects);
            this.id = id;
            this.lie = lie;
            this.members = members;
        }

        @Override
        public void send(int to, Message message) {
            Message told = message instanceof Framed f ? lie(to, f) : message;
            if (told != null) super.send(to, told);
        }

        @Override
        public void send(int to, Message message, Hold hold) {
            send(to, message);
        }

        private Message lie(int to, Framed frame) {
            Message body = lied(to, frame.era(), frame.body());
            return body == null ? null : new Framed(frame.era(), body);
        }

        private Message lied(int to, long era, Message body) {
            boolean some = members.rank(to) % 2 == 0;
            return switch (lie) {
                case EQUIVOCATES ->
                        body instanceof Propose p && some
                                ? new Propose(p.regency(), p.slot(), Value.NOTHING)
                                : body;
                case ACCEPTS_UNPROPOSED_VALUES -> body instanceof Accepted a ? invented(a) : body;
                case FORGES_REQUESTS ->
                        body instanceof Propose p
                                ? new Propose(p.regency(), p.slot(), invented(p.value()))
                                : body instanceof Accepted a ? invented(a) : body;
                case REPORTS_NOTHING ->
                        body instanceof Reported r
                                ? new Reported(Lies.report(era, r.report(), List.of()))
                                : body;
                case CLAIMS_TOO_MUCH ->
                        body instanceof Claimed c && !c.claims().isEmpty()
                                ? Lies.claim(era, id, c.claims().get(0).slot() + 1_000)
                                : body;
                case DENIES ->
                        body instanceof Propose p && p.regency() > 0
                                ? new Propose(p.regency(), p.slot(), Value.NOTHING)
                                : body;
                case KEEPS_SILENT ->
                        body instanceof FbpMessage && !(body instanceof NewRegency) ? null : body;
            };
        }

        private Accepted invented(Accepted vote) {
            if (vote.digest().equals(Value.NOTHING.digest())) return vote;
            return Lies.accepted(vote.regency(), vote.slot(), invented(vote.slot()));
        }

        private Value invented(Value value) {
            return value.isNothing() ? value : invented(value.requests().get(0).number());
        }

        private Value invented(long number) {
            int victim = members.id(members.size() - 1);
            byte[] payload = {66};
            OriginRequest request =
                    new OriginRequest(victim, OriginRequest.FIRST, 1_000_000 + number, payload);
            return Value.digested(List.of(request));
        }
    }
}
