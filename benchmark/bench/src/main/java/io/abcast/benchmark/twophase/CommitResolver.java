package io.abcast.benchmark.twophase;

import io.abcast.benchmark.twophase.CommitEntry.Reply;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends transactions without a decision: asks the home partition, which aborts a transaction that it has not decided, and
 * completes the part of the partition that asked. Any number of servers may do this at once.
 */
final class CommitResolver {
    private final CommitCoordinator.Logs logs;

    /** The transactions whose decision is being asked for. */
    private final Set<CommitId> asked = ConcurrentHashMap.newKeySet();

    CommitResolver(CommitCoordinator.Logs logs) {
        this.logs = logs;
    }

    /** Any thread may call this method. */
    void resolve(int partition, CommitMachine.Doubt doubt) {
        if (!asked.add(doubt.id())) return;
        logs.append(doubt.home(), CommitEntry.resolve(doubt.id()))
                .thenCompose(answer -> completed(partition, doubt, answer))
                // After a failure, the next look at the doubts asks again.
                .whenComplete((done, failure) -> asked.remove(doubt.id()));
    }

    private CompletableFuture<byte[]> completed(
            int partition, CommitMachine.Doubt doubt, byte[] answer) {
        if (doubt.home() == partition) return CompletableFuture.completedFuture(answer);
        Reply decision = Reply.decode(answer);
        return logs.append(
                partition, CommitEntry.complete(doubt.id(), decision.yes(), decision.values()));
    }
}
