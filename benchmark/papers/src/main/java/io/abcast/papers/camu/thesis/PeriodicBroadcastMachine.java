package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.ThesisMessage.Dispatch;
import io.abcast.papers.camu.thesis.ThesisMessage.RoundMessage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A partition that uses Periodic Broadcast alone (Vandevoorde 2018, section 2.4). In each round, every partition sends
 * a message to every other partition. When all messages of a round have arrived, the partition delivers the operations
 * of the round in the order of their origins.
 */
public final class PeriodicBroadcastMachine implements PartitionMachine {
    private final int self;
    private final int[] others;
    private final PartitionContext context;
    private final RoundPace pace;
    private final RoundInbox inbox;
    private PartitionOperation own;
    private long round;

    public PeriodicBroadcastMachine(
            int self, int partitions, ThesisOptions options, PartitionContext context) {
        this.self = self;
        this.context = context;
        others = IntStream.range(0, partitions).filter(each -> each != self).toArray();
        pace = new RoundPace(options.roundNanos(), context);
        inbox = new RoundInbox(partitions);
    }

    @Override
    public void onStart() {
        pace.start();
        begin();
    }

    @Override
    public void onTimer(int kind) {
        if (pace.timerExpired()) begin();
    }

    @Override
    public void onMessage(int from, Object message) {
        inbox.add(from, (RoundMessage) message, true);
        endIfComplete();
    }

    private void begin() {
        pace.begin();
        round++;
        own = context.take();
        RoundMessage empty = new RoundMessage(round, 0, List.of());
        RoundMessage full =
                own == null || own.isSingle()
                        ? empty
                        : new RoundMessage(round, 0, List.of(new Dispatch(own, 0)));
        for (int each : others) context.send(each, isFor(each) ? full : empty);
        inbox.begin(round, others);
        endIfComplete();
    }

    private boolean isFor(int partition) {
        return own != null && Arrays.binarySearch(own.destinations(), partition) >= 0;
    }

    private void endIfComplete() {
        if (!pace.isInRound() || !inbox.isComplete()) return;
        boolean hasDelivered = false;
        for (int each : others) {
            if (each > self && !hasDelivered) {
                deliverOwn();
                hasDelivered = true;
            }
            for (Dispatch dispatch : inbox.take(each).dispatches())
                context.deliver(dispatch.operation());
        }
        if (!hasDelivered) deliverOwn();
        if (pace.end()) begin();
    }

    private void deliverOwn() {
        if (own != null) context.deliver(own);
    }
}
