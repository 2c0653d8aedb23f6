package io.abcast.benchmark.twophase;

import io.abcast.kernel.GroupAnswers;
import io.abcast.load.RequestOutcome;
import io.abcast.log.Storage;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.replica.LockedStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A random schedule of the two-phase commit with a transactional store, in one thread. */
final class StoreSchedule {
    private static final int STEPS_MAX = 4_000_000;
    private static final long WOUND_NANOS = 20;
    private static final long NEVER = 1L << 62;

    private static final int WINDOW = 24;

    static final class Done {
        final byte[] call;

        final int[] participants;

        GroupAnswers answers;

        Done(byte[] call, int[] participants) {
            this.call = call;
            this.participants = participants;
        }
    }

    private record InFlight(int partition, byte[] entry, CompletableFuture<byte[]> answer) {}

    private final class NotedWork implements PartitionWork {
        final StoreWork work;

        NotedWork(StoreWork work) {
            this.work = work;
        }

        @Override
        public Piece piece(CommitId id, byte[] bytes, int offset) {
            Piece piece = work.piece(id, bytes, offset);
            return new Piece() {
                @Override
                public void lock(LockQueues.Request locks) {
                    piece.lock(locks);
                }

                @Override
                public byte[] read() {
                    return piece.read();
                }

                @Override
                public byte[] execute(List<byte[]> values) {
                    order.add(id);
                    return piece.execute(values);
                }
            };
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return work.snapshot();
        }

        @Override
        public void restore(InputStream content) throws IOException {
            work.restore(content);
        }
    }

    private final Random random;
    private final StoreDefinition definition;
    private final int partitions;
    private final List<CommitMachine> machines = new ArrayList<>();
    private final List<NotedWork> works = new ArrayList<>();

    private final List<CommitMachine> followers = new ArrayList<>();

    private final List<StoreWork> followingWorks = new ArrayList<>();
    private final List<InFlight> unordered = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final CommitCoordinator coordinator;
    private final CommitResolver resolver;
    private long now;
    private int open;

    final Set<CommitId> order = new LinkedHashSet<>();

    final List<Done> transactions = new ArrayList<>();
    int restores;

    StoreSchedule(long seed, StoreDefinition definition, int partitions) throws IOException {
        random = new Random(seed);
        this.definition = definition;
        this.partitions = partitions;
        for (int partition = 0; partition < partitions; partition++) {
            works.add(new NotedWork(new StoreWork(partition, definition)));
            machines.add(new CommitMachine(partition, works.get(partition)));
            machines.get(partition).restore(null, 0);
            followingWorks.add(new StoreWork(partition, definition));
            followers.add(new CommitMachine(partition, followingWorks.get(partition)));
            followers.get(partition).restore(null, 0);
        }
        CommitCoordinator.Logs logs =
                (partition, entry) -> {
                    CompletableFuture<byte[]> answer = new CompletableFuture<>();
                    unordered.add(new InFlight(partition, entry, answer));
                    return answer;
                };
        coordinator = new CommitCoordinator(logs, partitions, 1, later::add, () -> now);
        resolver = new CommitResolver(logs);
    }

    StoreWork work(int partition) {
        return works.get(partition).work;
    }

    StoreWork followingWork(int partition) {
        return followingWorks.get(partition);
    }

    long aborts() {
        return coordinator.aborts();
    }

    void run(List<byte[]> calls, List<int[]> destinations) throws IOException {
        for (int step = 0; step < STEPS_MAX && !finished(calls.size()); step++) {
            now++;
            int dice = random.nextInt(100);
            int next = transactions.size();
            if (dice < 25) {
                if (next < calls.size() && open < WINDOW)
                    begin(calls.get(next), destinations.get(next));
            } else if (dice < 55) order();
            else if (dice < 85) runOne(answers);
            else if (dice < 90) runOne(later);
            else if (dice < 99) look();
            else if (random.nextInt(4) == 0) snapshot(random.nextInt(partitions));
        }
        if (!finished(calls.size())) throw new AssertionError("no end after " + STEPS_MAX);
    }

    private boolean finished(int count) {
        return transactions.size() == count
                && unordered.isEmpty()
                && answers.isEmpty()
                && later.isEmpty()
                && machines.stream().allMatch(machine -> machine.unfinished() == 0);
    }

    private void begin(byte[] call, int[] destinations) {
        int[] participants =
                TwoPhaseSite.participants(LockedStore.firstHome(definition, call), destinations);
        Done done = new Done(call, participants);
        transactions.add(done);
        open++;
        byte[] work = StoreWork.encode(participants, call);
        CommitCoordinator.Callback callback =
                (outcome, result) -> {
                    if (outcome != RequestOutcome.OK) throw new AssertionError("" + outcome);
                    if (done.answers != null) throw new AssertionError("two answers");
                    done.answers = StoreWork.answers(participants[0], destinations, result);
                    open--;
                };
        if (participants.length == 1) {
            coordinator.single(participants[0], work, callback);
            return;
        }
        byte[][] works = new byte[participants.length][];
        Arrays.fill(works, work);
        coordinator.multi(participants, works, callback);
    }

    private void order() {
        if (unordered.isEmpty()) return;
        InFlight next = unordered.remove(random.nextInt(unordered.size()));
        byte[] answer =
                machines.get(next.partition).deliver(next.entry, late -> answer(next, late), now);
        byte[] same = followers.get(next.partition).deliver(next.entry, late -> {}, now);
        if (!Arrays.equals(answer, same))
            throw new AssertionError("a replica from a snapshot answers otherwise");
        if (answer != null) answer(next, answer);
    }

    private void answer(InFlight entry, byte[] answer) {
        answers.add(() -> entry.answer.complete(answer));
    }

    private void runOne(List<Runnable> tasks) {
        if (!tasks.isEmpty()) tasks.remove(random.nextInt(tasks.size())).run();
    }

    private void look() {
        int partition = random.nextInt(partitions);
        for (CommitMachine.Doubt doubt : machines.get(partition).doubts(now, WOUND_NANOS, NEVER))
            resolver.resolve(partition, doubt);
    }

    private void snapshot(int partition) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        machines.get(partition).snapshot().writeTo(bytes);
        StoreWork work = new StoreWork(partition, definition);
        CommitMachine restored = new CommitMachine(partition, work);
        restored.restore(new ByteArrayInputStream(bytes.toByteArray()), now);
        followingWorks.set(partition, work);
        followers.set(partition, restored);
        restores++;
    }
}
