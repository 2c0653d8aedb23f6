package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SwitchedMachine;
import io.abcast.papers.camu.thesis.GenuineOrder.Decided;
import io.abcast.papers.camu.thesis.ThesisMessage.Dispatch;
import io.abcast.papers.camu.thesis.ThesisMessage.RoundMessage;
import io.abcast.papers.camu.thesis.ThesisMessage.Start;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchMessage;
import io.abcast.papers.camu.thesis.ThesisMessage.Vote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A partition that runs CaMu (Vandevoorde 2018, Listings 1 and 2). Each link of the partition uses TO-Multicast or
 * Periodic Broadcast. The partition delivers an operation with one destination at the end of the round in which it
 * takes this operation.
 */
public final class HybridMachine implements SwitchedMachine {
    /** Observes the end of each round of a partition. */
    public interface Trace {
        /**
         * Called at the end of a round, with the bounds LMEC and MEC (maximal executable clock), before the partition
         * delivers the round's operations.
         */
        void round(long round, long lmec, long mec);

        void executed(long round, PartitionOperation operation, long clock);
    }

    /**
     * The partition delivers the operation when the MEC (maximal executable clock) exceeds the timestamp {@code clock}.
     */
    private record Executable(PartitionOperation operation, long clock, long arrival) {}

    private static final Trace NO_TRACE =
            new Trace() {
                @Override
                public void round(long round, long lmec, long mec) {}

                @Override
                public void executed(long round, PartitionOperation operation, long clock) {}
            };

    private final int self;
    private final ThesisOptions options;
    private final PartitionContext context;
    private final PartitionLinks links;
    private final GenuineOrder genuine;
    private final RoundPace pace;
    private final RoundInbox inbox;
    private final LinkSwitcher switcher;
    private final ShareRule rule;
    private final PriorityQueue<Executable> executable;
    private final ArrayDeque<PartitionOperation> singles = new ArrayDeque<>();
    private final List<Ready> ready = new ArrayList<>();

    /** For each partition, the last LMEC (bound on executable clocks) that this partition has received from it. */
    private final long[] lmecs;

    private Trace trace = NO_TRACE;
    private long round;
    private long lmec;
    private long periodicClock;
    private long arrivals;
    private boolean isHeld;

    private record Ready(Dispatch dispatch, int[] periodic) {}

    /**
     * Creates a partition that runs CaMu.
     *
     * @param clock first value of the partition's logical clock
     * @param round number of the round that precedes the partition's first round
     * @param periodic partitions that use Periodic Broadcast with this partition, ascending
     */
    public HybridMachine(
            int self,
            int partitions,
            long clock,
            long round,
            int[] periodic,
            ThesisOptions options,
            PartitionContext context) {
        this.self = self;
        this.round = round;
        this.options = options;
        this.context = context;
        periodicClock = clock;
        lmecs = new long[partitions];
        links = new PartitionLinks(partitions, periodic);
        genuine = new GenuineOrder(self, partitions, clock, options, context);
        pace = new RoundPace(options.roundNanos(), context);
        inbox = new RoundInbox(partitions);
        switcher =
                new LinkSwitcher(self, partitions, links, options, context, new SwitchedRounds());
        rule = options.adapts() ? new ShareRule(self, partitions, links, switcher) : null;
        Comparator<Executable> byClock = Comparator.comparingLong(Executable::clock);
        executable =
                new PriorityQueue<>(
                        options.isOpen(Hole.TIES)
                                ? byClock.thenComparingLong(Executable::arrival)
                                : byClock.thenComparingLong(each -> each.operation.id()));
    }

    public void trace(Trace each) {
        trace = each;
    }

    @Override
    public void requestSwitch(int partition, boolean toPeriodic) {
        switcher.request(partition, toPeriodic);
    }

    /** Whether new operations of this partition use Periodic Broadcast with the given partition. */
    public boolean isPeriodic(int partition) {
        return links.isPeriodic(partition);
    }

    /** Whether this partition takes part in a switch of a link between protocols. */
    public boolean isSwitching() {
        return switcher.isBusy();
    }

    @Override
    public int switches() {
        return switcher.switches();
    }

    @Override
    public void onStart() {
        pace.start();
        begin(true);
    }

    @Override
    public void onTimer(int kind) {
        if (pace.timerExpired()) beginUnlessHeld();
    }

    @Override
    public void onMessage(int from, Object message) {
        if (message instanceof RoundMessage each) onRound(from, each);
        else if (message instanceof Start start) genuine.onStart(start);
        else if (message instanceof Vote vote) genuine.onVote(from, vote);
        else if (message instanceof SwitchMessage each) switcher.onMessage(from, each);
        else throw new IllegalArgumentException("unexpected message: " + message);
    }

    private void onRound(int from, RoundMessage message) {
        inbox.add(from, message, links.isNeighbour(from));
        if (pace.isInRound()) endIfComplete();
        else if (switcher.joins(from)) join(message.round());
    }

    /** Vandevoorde 2018, Listing 5, lines 4 to 6. */
    private void join(long newRound) {
        round = newRound - 1;
        begin(false);
    }

    private void beginUnlessHeld() {
        isHeld = switcher.holds(round + 1);
        if (!isHeld) begin(true);
    }

    /** Vandevoorde 2018, Listing 1. */
    private void begin(boolean isScheduled) {
        if (isScheduled) pace.begin();
        else pace.beginExtra();
        round = switcher.beginRound(round + 1);
        PartitionOperation operation = isScheduled ? context.take() : null;
        // Listing 1 of Vandevoorde 2018 reads the bound on executable clocks (LMEC) in line 14, and
        // takes the decided operations in line 29.
        if (!options.isLmecAfterDecided()) lmec = genuine.lmec();
        if (operation != null) route(operation);
        for (Decided each : genuine.takeDecided()) {
            if (each.periodic().length == 0) addExecutable(each.operation(), each.clock());
            else
                ready.add(new Ready(new Dispatch(each.operation(), each.clock()), each.periodic()));
        }
        if (options.isLmecAfterDecided()) lmec = genuine.lmec();
        dispatch();
        inbox.begin(round, links.neighbours());
        endIfComplete();
    }

    /** Vandevoorde 2018, Listing 1, lines 10 to 13 and 21 to 27. */
    private void route(PartitionOperation operation) {
        if (operation.isSingle()) {
            singles.add(operation);
            return;
        }
        int[] all = operation.destinations();
        int[] periodic = Arrays.stream(all).filter(each -> isByRounds(each)).toArray();
        if (periodic.length == all.length - 1) {
            ready.add(new Ready(new Dispatch(operation, imposed(periodic)), periodic));
            return;
        }
        int[] voters = Arrays.stream(all).filter(each -> !isByRounds(each)).toArray();
        genuine.send(operation, voters, periodic);
    }

    private boolean isByRounds(int partition) {
        return partition != self && links.isPeriodic(partition);
    }

    private long imposed(int[] destinations) {
        if (!options.isOpen(Hole.OWN_TIMESTAMP)) return periodicClock;
        return Arrays.stream(destinations).mapToLong(each -> lmecs[each]).max().orElseThrow();
    }

    /** Vandevoorde 2018, Listing 2, lines 37 and 38. */
    private void dispatch() {
        RoundMessage empty = new RoundMessage(round, lmec, List.of());
        for (int each : links.neighbours()) {
            List<Dispatch> its = List.of();
            for (Ready one : ready) {
                if (Arrays.binarySearch(one.periodic, each) < 0) continue;
                if (its.isEmpty()) its = new ArrayList<>();
                its.add(one.dispatch);
            }
            context.send(each, its.isEmpty() ? empty : new RoundMessage(round, lmec, its));
        }
        for (Ready one : ready) addExecutable(one.dispatch.operation(), one.dispatch.clock());
        ready.clear();
    }

    private void addExecutable(PartitionOperation operation, long clock) {
        executable.add(new Executable(operation, clock, arrivals++));
    }

    private void endIfComplete() {
        if (!pace.isInRound() || !inbox.isComplete()) return;
        end();
        if (pace.end()) beginUnlessHeld();
    }

    /** Vandevoorde 2018, Listing 2, lines 39 to 51. */
    private void end() {
        long least = options.isOpen(Hole.OWN_LMEC) ? Long.MAX_VALUE : lmec;
        long largest = options.isOpen(Hole.OWN_LMEC) ? periodicClock : lmec;
        for (int each : links.neighbours()) {
            RoundMessage message = inbox.take(each);
            for (Dispatch dispatch : message.dispatches())
                addExecutable(dispatch.operation(), dispatch.clock());
            lmecs[each] = message.lmec();
            least = Math.min(least, message.lmec());
            largest = Math.max(largest, message.lmec());
        }
        trace.round(round, lmec, least);
        while (!singles.isEmpty()) context.deliver(singles.remove());
        while (!executable.isEmpty() && isExecutable(executable.peek().clock, least))
            execute(executable.remove());
        periodicClock = largest;
        genuine.raiseClock(options.isOpen(Hole.CLOCK_RULE) ? largest : largest + 1);
        if (rule != null) rule.roundEnded();
        switcher.roundEnded();
    }

    private boolean isExecutable(long clock, long mec) {
        return options.isOpen(Hole.AT_THE_MEC) ? clock <= mec : clock < mec;
    }

    private void execute(Executable next) {
        trace.executed(round, next.operation, next.clock);
        if (rule != null) rule.executed(next.operation);
        context.deliver(next.operation);
    }

    private final class SwitchedRounds implements LinkSwitcher.Rounds {
        @Override
        public long round() {
            return round;
        }

        @Override
        public boolean hasUndispatched(int partition) {
            return genuine.hasUndispatched(partition);
        }

        @Override
        public void released() {
            if (isHeld) beginUnlessHeld();
        }
    }
}
