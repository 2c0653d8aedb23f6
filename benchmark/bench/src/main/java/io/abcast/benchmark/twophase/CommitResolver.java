package io.abcast.benchmark.twophase;

import io.abcast.benchmark.twophase.CommitEntry.Reply;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends transactions whose decision a partition does not know, for example after the crash of their coordinator. The
 * resolver asks the home partition, which aborts an undecided transaction, and then completes the part in the asking
 * partition. Several servers may resolve one transaction concurrently.
 */
final class CommitResolver {
    private final CommitCoordinator.Logs logs;

    private final Set<CommitId> asked = ConcurrentHashMap.newKeySet();

    CommitResolver(CommitCoordinator.Logs logs) {
        this.logs = logs;
    }

    /** Any thread may call this method. */
    void resolve(int partition, CommitMachine.Doubt doubt) {
        if (!asked.add(doubt.id())) return;
        logs.append(doubt.home(), CommitEntry.resolve(doubt.id()))
                .thenCompose(answer -> completed(partition, doubt, answer))
                // If a question to the home partition fails, the next periodic check repeats the
                // question.
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
