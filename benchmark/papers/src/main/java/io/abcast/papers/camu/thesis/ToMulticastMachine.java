package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.GenuineOrder.Decided;
import io.abcast.papers.camu.thesis.ThesisMessage.Start;
import io.abcast.papers.camu.thesis.ThesisMessage.Vote;
import java.util.ArrayDeque;

/**
 * A partition that uses TO-Multicast alone (Vandevoorde 2018, section 4.2, "standalone mode"). At each iteration, the
 * partition delivers the decided operations and takes the next batch of operations from its clients. An operation with
 * one destination is decided as soon as the partition takes it.
 */
public final class ToMulticastMachine implements PartitionMachine {
    private static final int ITERATION = 0;

    private final ThesisOptions options;
    private final PartitionContext context;
    private final GenuineOrder genuine;
    private final ArrayDeque<PartitionOperation> singles = new ArrayDeque<>();

    private long nextNanos;

    /** @param clock first value of the partition's logical clock */
    public ToMulticastMachine(
            int self, int partitions, long clock, ThesisOptions options, PartitionContext context) {
        this.options = options;
        this.context = context;
        genuine = new GenuineOrder(self, partitions, clock, options, context);
    }

    @Override
    public void onStart() {
        nextNanos = context.now();
        onTimer(ITERATION);
    }

    @Override
    public void onTimer(int kind) {
        nextNanos += options.roundNanos();
        context.timer(ITERATION, nextNanos);
        deliver();
        PartitionOperation operation = context.take();
        if (operation == null) return;
        if (operation.isSingle()) singles.add(operation);
        else genuine.send(operation, operation.destinations(), GenuineOrder.NONE);
        if (options.decidesAtOnce()) deliver();
    }

    @Override
    public void onMessage(int from, Object message) {
        if (message instanceof Start start) genuine.onStart(start);
        else if (message instanceof Vote vote) genuine.onVote(from, vote);
        else throw new IllegalArgumentException("unexpected message: " + message);
        if (options.decidesAtOnce()) deliver();
    }

    private void deliver() {
        while (!singles.isEmpty()) context.deliver(singles.remove());
        for (Decided each : genuine.takeDecided()) context.deliver(each.operation());
    }
}
