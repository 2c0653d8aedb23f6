package io.abcast.sim.groups;

import io.abcast.driver.Failure;
import io.abcast.driver.PendingRead;
import io.abcast.driver.PendingTransaction;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.Refusal;
import io.abcast.sim.Rng;
import io.abcast.sim.groups.check.GroupHistory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The simulated clients of a run with several groups. Clients submit most transactions at the instant at which another
 * transaction is answered, because such transactions show best whether an order contradicts real time.
 */
final class GroupLoad {
    private static final int ACTIONS_MAX = 120;

    private static final int REQUESTS_MAX = 400;

    private static final int BURST_MAX = 6;

    private static final double QUIET_RUNS = 0.3;

    private static final double QUIET_SHARE = 0.99;

    record Action(long atNanos, long dice) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "a client at %.1f ms", atNanos / 1e6);
        }
    }

    /**
     * Parameters of the clients' load in one run.
     *
     * @param readShare fraction of reads among all requests
     * @param multiShare fraction of transactions with several destination groups among all transactions
     * @param goesOn probability that a client submits a new request at once when it gets an answer
     * @param burstShare probability that a client submits several transactions at once
     * @param wideShare probability that a transaction for several groups has more than two destination groups
     * @param quiet number of a group that is rarely a destination, so that its clock learns little of other groups'
     *     clocks; -1 if the run has no quiet group
     */
    record Shape(
            double readShare,
            double multiShare,
            double goesOn,
            double burstShare,
            double wideShare,
            int quiet,
            int payloadBytesMax) {
        static Shape draw(Rng random, int groups) {
            return new Shape(
                    random.pick(0.0, 0.1, 0.3),
                    random.pick(0.3, 0.5, 0.5, 0.8),
                    random.pick(0.6, 0.9, 0.95),
                    random.pick(0.0, 0.1, 0.3),
                    random.pick(0.0, 0.3, 0.6),
                    random.chance(QUIET_RUNS) ? random.below(groups) : -1,
                    random.pick(0, 20, 200, 1_000));
        }
    }

    final class Pending extends PendingTransaction {
        private final long id;
        private final boolean isMulti;
        private final Rng dice;
        private boolean answered;
        private boolean told;

        private Pending(long id, int[] groups, byte[] payload, Rng dice) {
            super(groups, payload);
            this.id = id;
            isMulti = groups.length > 1;
            this.dice = dice;
        }

        boolean isAnswered() {
            return answered;
        }

        boolean isTold() {
            return told;
        }

        @Override
        protected void onAnswered(GroupAnswers answers) {
            answered = true;
            told = true;
            history.answered(id, answers);
            coverage.saw(isMulti ? GroupGoal.MULTIS_ANSWERED : GroupGoal.SINGLES_ANSWERED, 1);
            goOn(dice);
        }

        @Override
        protected void onFailed(Failure why) {
            told = true;
            if (why.mayHaveTakenEffect()) {
                history.lost(id);
                coverage.saw(GroupGoal.TRANSACTIONS_WITHOUT_A_KNOWN_OUTCOME, 1);
                return;
            }
            history.refused(id, why.refusal() == null ? Refusal.WITHDRAWN : why.refusal());
            coverage.saw(GroupGoal.TRANSACTIONS_REFUSED, 1);
        }
    }

    final class PendingLook extends PendingRead {
        private final long id;
        private final int group;
        private final int server;
        private final Rng dice;
        private boolean answered;
        private boolean told;

        /** Number of deliveries in the state that answers the read; -1 before the state is known. */
        private long seq = -1;

        private PendingLook(long id, int group, int server, Rng dice) {
            this.id = id;
            this.group = group;
            this.server = server;
            this.dice = dice;
        }

        boolean isAnswered() {
            return answered;
        }

        boolean isTold() {
            return told;
        }

        @Override
        protected void onTaken() {
            seq = world.cluster(group).groupSeq(server);
        }

        @Override
        protected void onReady() {
            answered = true;
            told = true;
            if (seq < 0) onTaken();
            history.readAnswered(id, seq);
            coverage.saw(GroupGoal.READS_ANSWERED, 1);
            goOn(dice);
        }

        @Override
        protected void onFailed(Failure why) {
            told = true;
        }
    }

    private final GroupWorld world;
    private final GroupHistory history;
    private final GroupCoverage coverage;
    private final Placement placement;
    private final Shape shape;
    private final int oversizeBytes;
    private long ids;
    private int requests;
    private boolean resting;

    /**
     * {@code oversizeBytes} is the size of a transaction payload that the protocol refuses; 0 if the protocol refuses
     * no payload.
     */
    GroupLoad(GroupWorld world, Shape shape, int oversizeBytes) {
        this.world = world;
        history = world.history();
        coverage = world.coverage();
        placement = world.placement();
        this.shape = shape;
        this.oversizeBytes = oversizeBytes;
    }

    static List<Action> draw(Rng random, long nanos) {
        long gapNanosMean = random.between(3_000_000, 60_000_000);
        List<Action> actions = new ArrayList<>();
        for (long at = random.exponential(gapNanosMean);
                at < nanos && actions.size() < ACTIONS_MAX;
                at += random.exponential(gapNanosMean))
            actions.add(new Action(at, random.nextLong()));
        return List.copyOf(actions);
    }

    void schedule(Action action) {
        world.at(action.atNanos(), () -> act(new Rng(action.dice())));
    }

    void rest() {
        resting = true;
    }

    private void act(Rng dice) {
        if (resting || requests >= REQUESTS_MAX) return;
        int count = dice.chance(shape.burstShare()) ? 2 + dice.below(BURST_MAX - 1) : 1;
        for (int i = 0; i < count; i++) {
            int group = dice.below(placement.size());
            int server = placement.groups().get(group).id(dice.below(replicas(group)));
            if (!world.isUp(group, server)) continue;
            requests++;
            if (dice.chance(shape.readShare())) read(group, server, dice.split());
            else submit(group, server, destinations(dice), dice.split());
        }
    }

    private int replicas(int group) {
        return placement.groups().get(group).size();
    }

    private void goOn(Rng dice) {
        if (resting || !dice.chance(shape.goesOn())) return;
        world.at(
                world.now(),
                () -> {
                    coverage.saw(GroupGoal.SUBMITTED_AT_THE_INSTANT_OF_AN_ANSWER, 1);
                    act(dice);
                });
    }

    private int[] destinations(Rng dice) {
        int size = placement.size();
        if (size == 1 || !dice.chance(shape.multiShare())) return new int[] {destination(dice)};
        int count = size > 2 && dice.chance(shape.wideShare()) ? 3 + dice.below(size - 2) : 2;
        TreeSet<Integer> groups = new TreeSet<>();
        while (groups.size() < count) groups.add(destination(dice));
        return groups.stream().mapToInt(Integer::intValue).toArray();
    }

    private int destination(Rng dice) {
        int size = placement.size();
        int group = dice.below(size);
        boolean isOther = group == shape.quiet() && dice.chance(QUIET_SHARE);
        return isOther ? (group + 1) % size : group;
    }

    Pending submit(int group, int server, int[] groups, Rng dice) {
        boolean oversize = oversizeBytes > 0 && !resting && dice.chance(0.01);
        int padding =
                resting ? 0 : oversize ? oversizeBytes : dice.below(shape.payloadBytesMax() + 1);
        long id = ++ids;
        byte[] payload = ByteBuffer.allocate(Long.BYTES + padding).putLong(id).array();
        if (Arrays.stream(groups).noneMatch(each -> placement.holds(each, server)))
            coverage.saw(GroupGoal.ORIGINS_OUTSIDE, 1);
        history.submitted(id, group, server, groups);
        Pending pending = new Pending(id, groups, payload, dice);
        world.cluster(group).post(server, pending);
        return pending;
    }

    PendingLook read(int group, int server, Rng dice) {
        long id = ++ids;
        history.readStarted(id, group, server);
        PendingLook pending = new PendingLook(id, group, server, dice);
        world.cluster(group).post(server, pending);
        return pending;
    }
}
