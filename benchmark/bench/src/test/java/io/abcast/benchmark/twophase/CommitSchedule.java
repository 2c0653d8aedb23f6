package io.abcast.benchmark.twophase;

import io.abcast.load.RequestOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A random schedule of the two-phase commit in one thread. Coordinators die, logs order entries late or never, and
 * answers arrive late or never.
 */
final class CommitSchedule {
    private static final int PARTITIONS = 3;
    private static final int ACCOUNTS = 2;
    private static final int TRANSACTIONS = 40;
    private static final int STEPS_MAX = 400_000;
    private static final long WOUND_NANOS = 20;
    private static final long RESOLVE_NANOS = 400;
    private static final long NEVER = 1L << 62;

    static final class Done {
        final long number;
        final boolean isRead;
        final int[] partitions;
        final int[] accounts;
        final long begun;
        long ended = Long.MAX_VALUE;
        RequestOutcome outcome;

        List<List<Long>> seen = List.of();

        Done(long number, boolean isRead, int[] partitions, int[] accounts, long begun) {
            this.number = number;
            this.isRead = isRead;
            this.partitions = partitions;
            this.accounts = accounts;
            this.begun = begun;
        }
    }

    private record InFlight(
            int partition, byte[] entry, CompletableFuture<byte[]> answer, int incarnation) {}

    private final Random random;

    private final boolean hasFaults;

    private final List<List<byte[]>> logs = new ArrayList<>();
    final List<BankWork> works = new ArrayList<>();
    private final List<CommitMachine> machines = new ArrayList<>();

    final List<BankWork> followingWorks = new ArrayList<>();

    private final List<CommitMachine> followers = new ArrayList<>();
    private final List<InFlight> unordered = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    final List<Done> transactions = new ArrayList<>();
    private CommitCoordinator coordinator;
    private CommitResolver resolver;

    private int incarnation;

    private long now;
    long aborts;
    int crashes;
    int restores;

    int waited;

    CommitSchedule(long seed, boolean hasFaults) {
        random = new Random(seed);
        this.hasFaults = hasFaults;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            logs.add(new ArrayList<>());
            works.add(new BankWork());
            machines.add(new CommitMachine(partition, works.get(partition)));
            followingWorks.add(new BankWork());
            followers.add(new CommitMachine(partition, followingWorks.get(partition)));
        }
        start();
    }

    private void start() {
        incarnation++;
        int mine = incarnation;
        CommitCoordinator.Logs appender =
                (partition, entry) -> {
                    CompletableFuture<byte[]> answer = new CompletableFuture<>();
                    if (mine == incarnation)
                        unordered.add(new InFlight(partition, entry, answer, mine));
                    return answer;
                };
        coordinator = new CommitCoordinator(appender, PARTITIONS, mine, later::add, () -> now);
        resolver = new CommitResolver(appender);
    }

    void run() throws IOException {
        for (int step = 0; step < STEPS_MAX && !finished(); step++) {
            now++;
            boolean isCalm = transactions.size() >= TRANSACTIONS;
            int dice = random.nextInt(100);
            if (dice < 10 && !isCalm) begin();
            else if (dice < 45) order();
            else if (dice < 75) runOne(answers);
            else if (dice < 80) runOne(later);
            else if (dice < 95) look();
            else if (dice == 95 && hasFaults && !isCalm && random.nextInt(6) == 0) crash();
            else if (dice > 95) snapshot(random.nextInt(PARTITIONS));
        }
        aborts += coordinator.aborts();
    }

    private boolean finished() {
        return transactions.size() >= TRANSACTIONS
                && unordered.isEmpty()
                && answers.isEmpty()
                && later.isEmpty()
                && machines.stream().allMatch(machine -> machine.unfinished() == 0);
    }

    private void begin() {
        int count = random.nextInt(4) == 0 ? 1 : 2;
        int first = random.nextInt(PARTITIONS);
        int[] partitions = new int[count];
        int[] accounts = new int[count];
        for (int i = 0; i < count; i++) {
            partitions[i] = (first + i * (1 + random.nextInt(PARTITIONS - 1))) % PARTITIONS;
            accounts[i] = random.nextInt(ACCOUNTS);
        }
        boolean isRead = random.nextInt(4) == 0;
        Done done = new Done(transactions.size(), isRead, partitions, accounts, now);
        transactions.add(done);
        byte[][] parts = new byte[count][];
        for (int i = 0; i < count; i++) {
            long amount = count == 1 ? 0 : i == 0 ? -7 : 7;
            parts[i] =
                    isRead
                            ? BankWork.read(accounts[i])
                            : BankWork.add(accounts[i], amount, done.number);
        }
        CommitCoordinator.Callback callback = (outcome, result) -> ended(done, outcome, result);
        if (count == 1) coordinator.single(partitions[0], parts[0], callback);
        else coordinator.multi(partitions, parts, callback);
    }

    private void ended(Done done, RequestOutcome outcome, byte[] result) {
        if (done.outcome != null) throw new AssertionError(done.number + " is answered twice");
        done.outcome = outcome;
        done.ended = now;
        if (result == null || !done.isRead) return;
        done.seen =
                done.partitions.length == 1
                        ? List.of(BankWork.transfers(result))
                        : BankWork.lists(result);
    }

    private void order() {
        if (unordered.isEmpty()) return;
        InFlight next = unordered.remove(random.nextInt(unordered.size()));
        if (hasFaults && random.nextInt(50) == 0) {
            // The append times out: its answer is a failure, although the log may still order the
            // entry.
            answers.add(() -> next.answer.completeExceptionally(new IllegalStateException()));
            if (random.nextBoolean()) return;
        }
        logs.get(next.partition).add(next.entry);
        byte[] answer =
                machines.get(next.partition).deliver(next.entry, late -> answer(next, late), now);
        byte[] same = followers.get(next.partition).deliver(next.entry, late -> {}, now);
        if (!Arrays.equals(answer, same))
            throw new AssertionError("a replica from a snapshot answers otherwise");
        if (answer != null) answer(next, answer);
    }

    private void answer(InFlight entry, byte[] answer) {
        answers.add(
                () -> {
                    if (entry.incarnation == incarnation) entry.answer.complete(answer);
                });
    }

    private void runOne(List<Runnable> tasks) {
        if (!tasks.isEmpty()) tasks.remove(random.nextInt(tasks.size())).run();
    }

    private void look() {
        int partition = random.nextInt(PARTITIONS);
        for (CommitMachine.Doubt doubt :
                machines.get(partition).doubts(now, WOUND_NANOS, hasFaults ? RESOLVE_NANOS : NEVER))
            resolver.resolve(partition, doubt);
    }

    private void crash() {
        crashes++;
        aborts += coordinator.aborts();
        unordered.removeIf(entry -> random.nextBoolean());
        later.clear();
        start();
    }

    private void snapshot(int partition) throws IOException {
        boolean isLeader = machines.get(partition).waiting() == 0 && random.nextBoolean();
        if (!isLeader && machines.get(partition).waiting() > 0) waited++;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        machines.get(partition).snapshot().writeTo(bytes);
        BankWork work = new BankWork();
        CommitMachine restored = new CommitMachine(partition, work);
        restored.restore(new ByteArrayInputStream(bytes.toByteArray()), now);
        (isLeader ? works : followingWorks).set(partition, work);
        (isLeader ? machines : followers).set(partition, restored);
        restores++;
    }

    int unfinished() {
        return machines.stream().mapToInt(CommitMachine::unfinished).sum();
    }

    List<String> replayed() {
        List<String> states = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            BankWork work = new BankWork();
            CommitMachine machine = new CommitMachine(partition, work);
            for (byte[] entry : logs.get(partition)) machine.deliver(entry, late -> {}, 0);
            states.add(work.toString());
        }
        return states;
    }
}
