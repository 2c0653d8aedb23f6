package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.log.Durability;
import io.abcast.sim.DiskModel;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.check.Checkers;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that checkers find broken versions of Zab and of its drivers. Each test names the checker that must find the
 * defect, and the first seed if few seeds show the defect.
 */
@Execution(ExecutionMode.CONCURRENT)
class ZabMutantTest {
    private static final int SEEDS_MAX = 1_500;

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability", "PrefixG3", "AcknowledgedDurability"})
    void quorumMinusOneIsFoundBy(String checker) {
        ZabSubject broken =
                new ZabSubject() {
                    @Override
                    ZabNode create(
                            int id,
                            Membership members,
                            ZabConfig config,
                            Policies policies,
                            long seed,
                            Effects e) {
                        Rules rules =
                                new Rules() {
                                    @Override
                                    int quorum(Membership of) {
                                        return of.quorum() - 1;
                                    }
                                };
                        return new ZabNode(id, members, rules, config, policies, seed, e);
                    }
                };
        assertFound(FuzzSettings.of(broken, 3), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability", "PrefixG3", "AcknowledgedDurability"})
    void ackBeforeSyncIsFoundBy(String checker) {
        assertFound(FuzzSettings.of(new ZabSubject(), 3).with(DiskModel.Lie.SYNCED_EARLY), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability"})
    void rotTakenForAnUnfinishedWriteIsFoundBy(String checker) {
        assertFound(
                FuzzSettings.of(new ZabSubject(), 3)
                        .with(DiskModel.Lie.ROT_TAKEN_FOR_TORN)
                        .with(EnumSet.of(Fault.CRASH, Fault.RESTART, Fault.ROT)),
                checker,
                6_990);
    }

    @ParameterizedTest
    @CsvSource({
        "SYNCED_BY_THE_CLOCK, CommittedLogDurability, 230",
        "NEVER_SYNCED, Contract, 1",
        "SYNC_RETRIED, Contract, 1",
        "FULL_DISK_IGNORED, Contract, 1"
    })
    void falseDurabilityIsFoundBy(DiskModel.Lie lie, String checker, long from) {
        assertFound(FuzzSettings.of(new ZabSubject(), 3).with(lie), checker, from);
    }

    /** A forgotten promise lets two leaders have the same epoch (ZooKeeper 2307). */
    @Tag("search")
    @ParameterizedTest
    @CsvSource({"Leadership, 50", "LocalPrimaryOrder, 390"})
    void promiseBeforeItIsDurableIsFoundBy(String checker, long from) {
        assertFound(
                FuzzSettings.of(new ZabSubject(), 3).with(DiskModel.Lie.PERSISTED_EARLY),
                checker,
                from);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability", "PrefixG3"})
    void ackOfEntriesThatAreNotDurableIsFoundBy(String checker) {
        long[] proposed = new long[1];
        UnaryOperator<LinkMessage> ahead =
                body -> {
                    if (body instanceof LinkMessage.Propose p) {
                        proposed[0] = p.entries().get(p.entries().size() - 1).zxid();
                    }
                    return body instanceof LinkMessage.Ack a && a.zxid() < proposed[0]
                            ? new LinkMessage.Ack(
                                    a.epoch(), a.zxid() + 1, a.votesForZab(), a.stamp())
                            : body;
                };
        assertFound(FuzzSettings.of(altering(ahead), 3), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability"})
    void commitOfEntriesThatOnlyTheLeaderHoldsIsFoundBy(String checker) {
        UnaryOperator<LinkMessage> ahead =
                body ->
                        body instanceof LinkMessage.Propose p && p.commit() != 0
                                ? new LinkMessage.Propose(
                                        p.epoch(),
                                        p.entries().get(p.entries().size() - 1).zxid(),
                                        p.steering(),
                                        p.entries())
                                : body;
        assertFound(FuzzSettings.of(altering(ahead), 3), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinearizableReads"})
    void readAnsweredFromAStaleStateIsFoundBy(String checker) {
        UnaryOperator<LinkMessage> past =
                body ->
                        body instanceof LinkMessage.ReadIndexReply r
                                ? new LinkMessage.ReadIndexReply(r.read(), 0)
                                : body;
        assertFound(FuzzSettings.of(altering(past), 3), checker);
    }

    @Test
    void withdrawalOfRequestsThatTheLeaderHasIsFoundByExactlyOnce() {
        assertFound(FuzzSettings.of(through(Disowning::new), 3), "ExactlyOnce");
    }

    @Test
    void requestsForwardedTwiceAreFoundByExactlyOnce() {
        UnaryOperator<LinkMessage> twice =
                body -> {
                    if (!(body instanceof LinkMessage.Forward f)) return body;
                    List<LinkMessage.Request> requests = new ArrayList<>(f.requests());
                    requests.addAll(f.requests());
                    return new LinkMessage.Forward(requests);
                };
        assertFound(FuzzSettings.of(altering(twice), 3), "ExactlyOnce");
    }

    @Test
    void requestsForwardedInAnotherOrderAreFoundByFifoPerOrigin() {
        UnaryOperator<LinkMessage> backwards =
                body -> {
                    if (!(body instanceof LinkMessage.Forward f)) return body;
                    List<LinkMessage.Request> requests = new ArrayList<>(f.requests());
                    Collections.reverse(requests);
                    return new LinkMessage.Forward(requests);
                };
        assertFound(FuzzSettings.of(altering(backwards), 3), "FifoPerOrigin");
    }

    @Test
    void broadcastBeforeEntriesOfEarlierEpochsAreDeliveredIsFoundByPrimaryIntegrity() {
        assertFound(FuzzSettings.of(through(DeliveringLate::new), 3), "PrimaryIntegrity");
    }

    @Test
    void votesThatAreNotRepeatedAreFoundByProgress() {
        UnaryOperator<Effects> once =
                effects ->
                        new EffectsFilter(effects) {
                            @Override
                            public void setTimer(int kind, long delayNanos) {
                                if (kind != Timers.VOTE) super.setTimer(kind, delayNanos);
                            }
                        };
        assertFound(FuzzSettings.of(through(once), 3), Checkers.PROGRESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"LostMajority", "LeaderCompleteness", "PrefixG3", "AcknowledgedDurability"})
    void votesOfMembersThatForgotAreFoundBy(String checker) {
        ZabSubject broken =
                new ZabSubject() {
                    @Override
                    ZabNode create(
                            int id,
                            Membership members,
                            ZabConfig config,
                            Policies policies,
                            long seed,
                            Effects e) {
                        return super.create(id, members, config.bootstrap(true), policies, seed, e);
                    }
                };
        assertFound(FuzzSettings.of(broken, 3).with(Durability.MEMORY), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LostMajority"})
    void formationWithMembersThatForgotIsFoundBy(String checker) {
        int[] entered = new int[1];
        ZabSubject broken = through(effects -> new Boasting(effects, entered));
        assertFound(
                FuzzSettings.of(broken, 3)
                        .with(Durability.MEMORY)
                        .with(
                                EnumSet.of(
                                        Fault.CRASH, Fault.RESTART, Fault.PARTITION, Fault.FORGET)),
                checker,
                175);
    }

    private static ZabSubject altering(UnaryOperator<LinkMessage> change) {
        return through(effects -> new Altering(effects, change));
    }

    private static ZabSubject through(UnaryOperator<Effects> filter) {
        return new ZabSubject() {
            @Override
            ZabNode create(
                    int id,
                    Membership members,
                    ZabConfig config,
                    Policies policies,
                    long seed,
                    Effects e) {
                return super.create(id, members, config, policies, seed, filter.apply(e));
            }
        };
    }

    private static void assertFound(FuzzSettings settings, String checker) {
        assertFound(settings, checker, 1);
    }

    private static void assertFound(FuzzSettings settings, String checker, long from) {
        FuzzCampaign campaign =
                new FuzzCampaign(
                        settings.durability() == null ? settings.with(Durability.FSYNC) : settings);
        assertNotNull(
                campaign.firstViolating(checker, from, SEEDS_MAX),
                () -> checker + " found nothing in " + SEEDS_MAX + " seeds from " + from);
    }

    private static final class Disowning extends EffectsFilter {
        Disowning(Effects effects) {
            super(effects);
        }

        @Override
        public void send(int to, Message message) {
            super.send(to, message);
            if (message instanceof Frame frame && frame.body() instanceof LinkMessage.Forward f)
                refuse(f.requests().get(0).request(), Refusal.WITHDRAWN);
        }
    }

    private static final class Boasting extends EffectsFilter {
        private final int[] entered;

        Boasting(Effects effects, int[] entered) {
            super(effects);
            this.entered = entered;
        }

        @Override
        public void send(int to, Message message) {
            Message sent = message;
            if (message instanceof Vote v) {
                entered[0] = Math.max(entered[0], v.currentEpoch());
                int promised = v.voter() ? v.acceptedEpoch() : entered[0];
                sent =
                        new Vote(
                                v.role(),
                                v.voter(),
                                v.stands(),
                                v.fresh(),
                                promised,
                                v.currentEpoch(),
                                v.durableZxid(),
                                v.candidate(),
                                v.configuration(),
                                v.heard());
            } else if (message instanceof Frame f
                    && f.body() instanceof LinkMessage.FollowerInfo i
                    && !i.voter()) {
                LinkMessage info =
                        new LinkMessage.FollowerInfo(
                                entered[0],
                                i.currentEpoch(),
                                false,
                                i.fresh(),
                                i.configuration(),
                                i.version());
                sent = new Frame(f.session(), f.sequence(), info);
            }
            super.send(to, sent);
        }
    }

    private static final class DeliveringLate extends EffectsFilter {
        private record Held(Entry entry, boolean mine) {}

        private final ArrayDeque<Held> held = new ArrayDeque<>();

        DeliveringLate(Effects effects) {
            super(effects);
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            held.add(new Held(entry, mine));
        }

        @Override
        public void append(Entry entry) {
            super.append(entry);
            while (!held.isEmpty()) {
                Held next = held.poll();
                super.deliver(next.entry(), next.mine());
            }
        }
    }

    private static final class Altering extends EffectsFilter {
        private final UnaryOperator<LinkMessage> change;

        Altering(Effects effects, UnaryOperator<LinkMessage> change) {
            super(effects);
            this.change = change;
        }

        @Override
        public void send(int to, Message message) {
            Message sent = message;
            if (message instanceof Frame f) {
                sent = new Frame(f.session(), f.sequence(), change.apply(f.body()));
            }
            super.send(to, sent);
        }
    }
}
