package io.abcast.torture;

import io.abcast.log.LogInspector;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Disks that are lost, damaged or full, and what the documentation says to do then. */
final class DiskAttacks {
    private static final long WAIT_SECONDS = 60;
    private static final long FULL_SECONDS = 40;
    private static final long POLL_MILLIS = 100;

    /** Up to that much room is left on a full disk. */
    private static final long LEFT_BYTES_MAX = 256 << 10;

    private static final int BURST_BYTES = 64 << 10;
    private static final String REFUSED = "(inspect with: abcast log verify ";
    private static final String NO_ROOM = "No space left on device";

    private final Ensemble ensemble;
    private final MemberWatch watch;
    private final Disks disks;
    private final Violations violations;
    private final PlainClient burst;

    /** What members did about damage, and how often. */
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** @param burst writes what fills a disk */
    DiskAttacks(
            Ensemble ensemble,
            MemberWatch watch,
            Disks disks,
            Violations violations,
            PlainClient burst) {
        this.ensemble = ensemble;
        this.watch = watch;
        this.disks = disks;
        this.violations = violations;
        this.burst = burst;
    }

    ActiveFault of(FaultKind kind, SplittableRandom random) {
        return switch (kind) {
            case LOSE_DISK -> new Lost(random);
            case TRUNCATE_LOG, FLIP_BIT -> new Damaged(kind, random);
            case FULL_DISK -> new Full(random);
            default -> throw new IllegalArgumentException(kind.name());
        };
    }

    Map<String, Integer> outcomes() {
        return outcomes;
    }

    private void outcome(String what) {
        outcomes.merge(what, 1, Integer::sum);
    }

    private final class Lost implements ActiveFault {
        private final SplittableRandom random;
        private int victim;

        Lost(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public String begin() throws IOException {
            victim = 1 + random.nextInt(ensemble.size());
            ensemble.kill(victim);
            disks.empty(victim);
            return "server " + victim;
        }

        @Override
        public String end() throws IOException {
            ensemble.start(victim);
            return "";
        }
    }

    /**
     * A follower's log is cut or changed while it is down. What it had acknowledged must be with all others first: a log that was cut
     * between two records looks whole, and no program can know better.
     */
    private final class Damaged implements ActiveFault {
        private final FaultKind kind;
        private final SplittableRandom random;
        private int victim;
        private String damage;

        Damaged(FaultKind kind, SplittableRandom random) {
            this.kind = kind;
            this.random = random;
        }

        @Override
        public String begin() throws IOException, InterruptedException {
            victim = 1 + random.nextInt(ensemble.size());
            int leader = watch.leader();
            if (victim == leader) victim = 1 + victim % ensemble.size();
            ensemble.kill(victim);
            return "server " + victim;
        }

        @Override
        public String end() throws IOException, InterruptedException {
            if (!othersHaveAll()) {
                ensemble.start(victim);
                return "not damaged: the others do not agree";
            }
            Path data = disks.data(victim);
            damage =
                    kind == FaultKind.FLIP_BIT
                            ? LogDamage.flip(data, random)
                            : LogDamage.truncate(data, random);
            if (damage == null) {
                ensemble.start(victim);
                return "not damaged: the log is empty";
            }
            return "server " + victim + ", " + damage + ": " + restart(data);
        }

        private boolean othersHaveAll() throws InterruptedException {
            long position = 0;
            for (MemberFigures figures : watch.figures())
                if (figures != null) position = Math.max(position, figures.deliveredZxid());
            // What it had logged and nobody had delivered yet is delivered by now, or replaced.
            Thread.sleep(1_000);
            long reached = position;
            return await(WAIT_SECONDS, () -> watch.othersAt(reached, victim));
        }

        private String restart(Path data) throws IOException, InterruptedException {
            ServerProcess server = ensemble.server(victim);
            long said = Files.size(server.log());
            ensemble.start(victim);
            if (!await(WAIT_SECONDS, () -> !server.alive() || watch.healthy())) {
                violations.add(damage + ": server " + victim + " neither serves nor refuses");
                ensemble.kill(victim);
                disks.empty(victim);
                ensemble.start(victim);
                return "neither serves nor refuses";
            }
            if (server.alive()) {
                String what =
                        saidSince(server, said).contains("cut an unfinished write")
                                ? "cut the torn tail"
                                : "saw no damage";
                outcome(kind.label() + ": " + what);
                return what;
            }
            return refused(server, data, said);
        }

        private String refused(ServerProcess server, Path data, long said) throws IOException {
            ensemble.ended(victim);
            String why = saidSince(server, said);
            if (server.exitCode() != 1 || !why.contains(REFUSED))
                violations.add(
                        damage + ": expected exit code 1 and what is damaged; " + server.end());
            LogInspector.Report verified = LogInspector.verify(data, file -> {});
            if (!verified.damaged())
                violations.add(
                        damage + ": a member refuses what log verify finds good: " + verified);
            boolean repair = random.nextBoolean();
            if (repair) {
                LogInspector.Repair repaired = LogInspector.repair(data, true, file -> {});
                if (!repaired.others().isEmpty()) {
                    violations.add(damage + ": not repaired: " + repaired.others());
                    repair = false;
                }
            }
            if (!repair) disks.empty(victim);
            ensemble.start(victim);
            String what = "refused to start, " + (repair ? "repaired" : "emptied");
            outcome(kind.label() + ": " + what);
            return what;
        }
    }

    private final class Full implements ActiveFault {
        private final SplittableRandom random;
        private int victim;

        Full(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public String begin() throws IOException {
            victim = 1 + random.nextInt(ensemble.size());
            disks.fill(victim, random.nextLong(LEFT_BYTES_MAX));
            return "server " + victim;
        }

        /** Until it has noticed. */
        @Override
        public void hold(long millis) throws InterruptedException {
            byte[] key = "burst".getBytes(StandardCharsets.UTF_8);
            byte[] value = new byte[BURST_BYTES];
            ServerProcess server = ensemble.server(victim);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(FULL_SECONDS);
            while (server.alive() && System.nanoTime() - deadline < 0)
                if (burst.put(key, value).code().error()) Thread.sleep(POLL_MILLIS);
            if (server.alive()) return;
            ensemble.ended(victim);
            Thread.sleep(millis);
        }

        @Override
        public String end() throws IOException {
            disks.makeRoom(victim);
            ServerProcess server = ensemble.server(victim);
            if (ensemble.running(victim)) {
                outcome("full disk: not noticed within " + FULL_SECONDS + " s");
                return "server " + victim + " did not need room";
            }
            if (server.exitCode() != 1 || !server.tail().contains(NO_ROOM))
                violations.add(
                        "full disk: expected exit code 1 and '" + NO_ROOM + "'; " + server.end());
            else outcome("full disk: halted");
            ensemble.start(victim);
            return "";
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static boolean await(long seconds, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) return false;
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    private static String saidSince(ServerProcess server, long offset) throws IOException {
        byte[] all = Files.readAllBytes(server.log());
        return new String(all, (int) offset, all.length - (int) offset, StandardCharsets.UTF_8);
    }
}
