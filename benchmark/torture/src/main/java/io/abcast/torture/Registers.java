package io.abcast.torture;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The registers that several clients access concurrently, a few (a generation) at a time. After some seconds, a new
 * generation replaces them, and a background thread checks the histories of the old registers. The class is
 * thread-safe.
 */
final class Registers implements AutoCloseable {
    static final int COUNT = 4;

    private static final long GENERATION_NANOS = TimeUnit.SECONDS.toNanos(8);

    /**
     * Number of steps after which the check of a register's history ends undecided; usually, it takes a few steps for
     * each operation.
     */
    private static final long STEPS_MAX = 1_000_000;

    private static final long CHECKS_WAIT_SECONDS = 600;

    interface HistoryCheck {
        RegisterCheck.Verdict verdict(List<RegisterOp> history, long stepsMax);
    }

    private final Violations violations;
    private final HistoryCheck historyCheck;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong checkedOps = new AtomicLong();
    private final AtomicLong checkedRegisters = new AtomicLong();
    private final ExecutorService checker =
            Executors.newSingleThreadExecutor(
                    task -> {
                        Thread thread = new Thread(task, "register-check");
                        thread.setDaemon(true);
                        return thread;
                    });
    private Generation present;

    Registers(Violations violations, HistoryCheck historyCheck, long startNanos) {
        this.violations = violations;
        this.historyCheck = historyCheck;
        present = new Generation(0, startNanos);
    }

    long nextNumber() {
        return numbers.incrementAndGet();
    }

    final class Generation {
        private final long number;
        private final long startNanos;
        private final List<List<RegisterOp>> ops = new ArrayList<>();
        private final Map<Long, Long> versions = new ConcurrentHashMap<>();

        /**
         * Number of clients that have an operation on this generation in progress; guarded by {@code Registers.this}.
         */
        private int users;

        private Generation(long number, long startNanos) {
            this.number = number;
            this.startNanos = startNanos;
            for (int i = 0; i < COUNT; i++) ops.add(new ArrayList<>());
        }

        String name(int register) {
            return "r" + number + "." + register;
        }

        byte[] key(int register) {
            return name(register).getBytes(StandardCharsets.UTF_8);
        }

        void add(int register, RegisterOp op) {
            List<RegisterOp> of = ops.get(register);
            synchronized (of) {
                of.add(op);
            }
        }

        /** A second version of the same value is a violation of the total order. */
        void version(int register, long value, long version) {
            Long other = versions.putIfAbsent(value, version);
            if (other != null && other != version)
                violations.add(
                        String.format(
                                "register %s: value %d was written once and applied twice: at %s and at %s",
                                name(register),
                                value,
                                Long.toHexString(other),
                                Long.toHexString(version)));
        }
    }

    /** @return the registers that the client must use for its next operation, until {@link #leave} */
    synchronized Generation enter() {
        present.users++;
        return present;
    }

    /**
     * @return whether the generation has expired; if true, the caller must read all its registers once more and call
     *     this method again
     */
    synchronized boolean leave(Generation used, long nowNanos) {
        if (used == present && nowNanos - used.startNanos > GENERATION_NANOS) {
            present = new Generation(used.number + 1, nowNanos);
            return true; // The caller remains a user until its last reads are done.
        }
        used.users--;
        if (used.users == 0 && used != present) check(used);
        return false;
    }

    private void check(Generation over) {
        for (int i = 0; i < COUNT; i++) {
            List<RegisterOp> ops;
            synchronized (over.ops.get(i)) {
                ops = List.copyOf(over.ops.get(i));
            }
            String name = over.name(i);
            checker.execute(() -> check(name, ops));
        }
    }

    private void check(String name, List<RegisterOp> ops) {
        RegisterCheck.Verdict verdict;
        try {
            verdict = historyCheck.verdict(ops, STEPS_MAX);
            // Report the failed check; otherwise, the torture run would pass with an unchecked
            // history.
        } catch (RuntimeException | Error e) {
            violations.add("register " + name + ": the history could not be checked: " + e);
            return;
        }
        checkedOps.addAndGet(ops.size());
        checkedRegisters.incrementAndGet();
        switch (verdict) {
            case LINEARIZABLE -> {}
            case VIOLATED ->
                    violations.add(
                            "register "
                                    + name
                                    + ": "
                                    + ops.size()
                                    + " operations that no order explains: not linearizable");
            case UNDECIDED ->
                    violations.add(
                            "register "
                                    + name
                                    + ": the check of "
                                    + ops.size()
                                    + " operations was undecided after "
                                    + STEPS_MAX
                                    + " steps");
        }
    }

    /** Must be called after the last operation of all clients. */
    void finish() throws InterruptedException {
        synchronized (this) {
            check(present);
        }
        checker.shutdown();
        if (!checker.awaitTermination(CHECKS_WAIT_SECONDS, TimeUnit.SECONDS))
            violations.add(
                    "registers: not all histories were checked within "
                            + CHECKS_WAIT_SECONDS
                            + " s");
        if (checkedOps() == 0) violations.add("registers: no operation was checked");
    }

    synchronized Generation last() {
        return present;
    }

    long checkedOps() {
        return checkedOps.get();
    }

    long checkedRegisters() {
        return checkedRegisters.get();
    }

    @Override
    public void close() {
        checker.shutdownNow();
    }
}
