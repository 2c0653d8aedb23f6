package io.abcast.benchmark.twophase;

import io.abcast.benchmark.twophase.CommitEntry.Reply;
import io.abcast.jgroups.AbcastException;
import io.abcast.load.RequestOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Runs the transactions of one server by two-phase commit. The coordinator prepares all partitions in parallel, logs
 * the decision in the home partition (first participant), answers the client, and completes the other participants.
 *
 * <p>No participant needs the state of a coordinator: if the coordinator dies, the participants ask the home partition
 * for the decision.
 *
 * <p><b>Thread rule:</b> any thread may call any method; callbacks run on the threads of the logs.
 */
final class CommitCoordinator {
    interface Logs {
        CompletableFuture<byte[]> append(int partition, byte[] entry);
    }

    interface Callback {
        /** @param result the result of the work at the home partition; {@code null} unless the outcome is {@code OK} */
        void ended(RequestOutcome outcome, byte[] result);
    }

    private static final int ATTEMPTS_MAX = 200;

    private static final int FORGOTTEN_MAX = 256;

    private final Logs logs;
    private final int server;
    private final Consumer<Runnable> backOff;
    private final LongSupplier micros;
    private final AtomicLong lastStamp = new AtomicLong();

    private final List<ArrayDeque<CommitId>> finished = new ArrayList<>();

    private final LongAdder multis = new LongAdder();
    private final LongAdder aborts = new LongAdder();

    CommitCoordinator(
            Logs logs,
            int partitions,
            int server,
            Consumer<Runnable> backOff,
            LongSupplier micros) {
        this.logs = logs;
        this.server = server;
        this.backOff = backOff;
        this.micros = micros;
        for (int i = 0; i < partitions; i++) finished.add(new ArrayDeque<>());
    }

    private CommitId newId() {
        long now = micros.getAsLong();
        return new CommitId(lastStamp.updateAndGet(last -> Math.max(last + 1, now)), server, 0);
    }

    void single(int partition, byte[] work, Callback callback) {
        logs.append(partition, CommitEntry.single(newId(), work))
                .whenComplete(
                        (answer, failure) -> {
                            if (failure != null) callback.ended(outcome(failure), null);
                            else ended(callback, Reply.decode(answer));
                        });
    }

    private static void ended(Callback callback, Reply reply) {
        if (reply.yes()) callback.ended(RequestOutcome.OK, reply.values().get(0));
        else callback.ended(RequestOutcome.FAILED, null);
    }

    /**
     * @param partitions the participants; the first partition is the home partition
     * @param works the work of the transaction, indexed like {@code partitions}
     */
    void multi(int[] partitions, byte[][] works, Callback callback) {
        multis.increment();
        new Attempt(newId(), partitions, works, callback).prepare();
    }

    long multis() {
        return multis.sum();
    }

    long aborts() {
        return aborts.sum();
    }

    static RequestOutcome outcome(Throwable failure) {
        if (!(failure instanceof AbcastException why)) return RequestOutcome.FAILED;
        if (why.reason() == AbcastException.Reason.BUSY) return RequestOutcome.BUSY;
        return why.mayHaveTakenEffect() ? RequestOutcome.TIMEOUT : RequestOutcome.NOT_READY;
    }

    private final class Attempt {
        private final CommitId id;
        private final int[] partitions;
        private final byte[][] works;
        private final Callback callback;
        private final byte[][] values;
        private int left;
        private boolean aborted;

        Attempt(CommitId id, int[] partitions, byte[][] works, Callback callback) {
            this.id = id;
            this.partitions = partitions;
            this.works = works;
            this.callback = callback;
            values = new byte[partitions.length][];
            left = partitions.length;
        }

        void prepare() {
            for (int i = 0; i < partitions.length; i++) {
                int index = i;
                logs.append(partitions[i], CommitEntry.prepare(id, partitions[0], works[i]))
                        .whenComplete((answer, failure) -> voted(index, answer, failure));
            }
        }

        private void voted(int index, byte[] answer, Throwable failure) {
            Reply vote = failure == null ? Reply.decode(answer) : Reply.NO;
            synchronized (this) {
                if (aborted) return;
                if (vote.yes()) {
                    values[index] = vote.values().get(0);
                    if (--left > 0) return;
                } else {
                    aborted = true;
                }
            }
            if (vote.yes()) commit();
            else abort(failure);
        }

        private void commit() {
            List<byte[]> all = List.of(values);
            logs.append(partitions[0], CommitEntry.decide(id, true, all, forgotten()))
                    .whenComplete(
                            (answer, failure) -> {
                                // The append has failed, but the home partition may have logged the
                                // decision; participants will ask for it.
                                if (failure != null) {
                                    callback.ended(outcome(failure), null);
                                    return;
                                }
                                Reply reply = Reply.decode(answer);
                                if (reply.yes()) committed(reply, all);
                                else abort(null);
                            });
        }

        private void committed(Reply reply, List<byte[]> all) {
            ended(callback, reply);
            CompletableFuture<?>[] others = new CompletableFuture<?>[partitions.length - 1];
            byte[] entry = CommitEntry.complete(id, true, all);
            for (int i = 1; i < partitions.length; i++)
                others[i - 1] = logs.append(partitions[i], entry);
            CompletableFuture.allOf(others)
                    .whenComplete(
                            (done, failure) -> {
                                // Until every participant has completed the transaction, the home
                                // partition must keep the decision.
                                if (failure == null) finish();
                            });
        }

        private void finish() {
            ArrayDeque<CommitId> ofHome = finished.get(partitions[0]);
            synchronized (ofHome) {
                ofHome.add(id);
            }
        }

        private List<CommitId> forgotten() {
            ArrayDeque<CommitId> ofHome = finished.get(partitions[0]);
            List<CommitId> some = new ArrayList<>();
            synchronized (ofHome) {
                while (some.size() < FORGOTTEN_MAX && !ofHome.isEmpty()) some.add(ofHome.poll());
            }
            return some;
        }

        /** @param failure why a partition did not vote; {@code null} if the partition voted against the commit */
        private void abort(Throwable failure) {
            aborts.increment();
            logs.append(partitions[0], CommitEntry.decide(id, false, List.of(), List.of()));
            byte[] entry = CommitEntry.complete(id, false, List.of());
            for (int i = 1; i < partitions.length; i++) logs.append(partitions[i], entry);
            if (failure != null || id.attempt() + 1 >= ATTEMPTS_MAX) {
                RequestOutcome why = failure == null ? RequestOutcome.LATER : outcome(failure);
                // Report a failure instead of a timeout, because the transaction is certainly
                // aborted, although logs may contain some of its entries.
                boolean isTimeout = why == RequestOutcome.TIMEOUT;
                callback.ended(isTimeout ? RequestOutcome.NOT_READY : why, null);
                return;
            }
            CommitId next = new CommitId(id.stamp(), id.server(), id.attempt() + 1);
            backOff.accept(() -> new Attempt(next, partitions, works, callback).prepare());
        }
    }
}
