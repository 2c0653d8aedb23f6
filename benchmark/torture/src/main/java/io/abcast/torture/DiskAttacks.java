package io.abcast.torture;

import io.abcast.log.LogInspector;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Injects faults that lose, damage or fill a member's disk, and makes the repair that the documentation prescribes for
 * each fault.
 */
final class DiskAttacks {
    private static final long WAIT_SECONDS = 60;
    private static final long FULL_SECONDS = 40;
    private static final long POLL_MILLIS = 100;

    /**
     * Time in ms from the stop of a member within which the other members decide about entries that only this member
     * has logged.
     */
    private static final long DECIDE_MILLIS = 1_000;

    /** Like {@link #DECIDE_MILLIS}, if members may first have to wait for an election timeout. */
    private static final long DECIDE_LEADERLESS_MILLIS = 5_000;

    private static final long LEFT_BYTES_MAX = 256 << 10;

    private static final int BURST_BYTES = 64 << 10;
    private static final String REFUSED = "(inspect with: abcast log verify ";
    private static final String NO_ROOM = "No space left on device";

    private final ServerEnsemble ensemble;
    private final MemberWatch watch;
    private final Disks disks;
    private final Violations violations;
    private final PlainClient burst;

    private final Map<String, Integer> outcomes = new TreeMap<>();

    DiskAttacks(
            ServerEnsemble ensemble,
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
            case LOSE_DISK -> new Lost(ensemble.victim(kind, random));
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
        private final int victim;

        Lost(int victim) {
            this.victim = victim;
        }

        @Override
        public String begin() throws IOException {
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
     * Before the log of a follower is damaged, all other members must have its acknowledged entries: a log cut between
     * two records looks complete.
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
            victim = ensemble.victim(kind, random);
            int leader = watch.leader();
            if (victim == leader) victim = 1 + victim % ensemble.size();
            ensemble.kill(victim);
            return "server " + victim;
        }

        @Override
        public String end() throws IOException, InterruptedException {
            if (!othersHaveAll()) {
                ensemble.start(victim);
                return "not damaged: the other members do not have all entries";
            }
            Path data = log();
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

        private Path log() throws IOException {
            Path data = disks.data(victim);
            if (!ensemble.hasPartitions()) return data;
            try (Stream<Path> entries = Files.list(data)) {
                List<Path> logs = entries.filter(Files::isDirectory).sorted().toList();
                return logs.isEmpty() ? data : logs.get(random.nextInt(logs.size()));
            }
        }

        private boolean othersHaveAll() throws InterruptedException {
            long position = 0;
            for (MemberFigures figures : watch.figures())
                if (figures != null) position = Math.max(position, figures.deliveredZxid());
            // Wait until the other members have delivered or replaced the entries that only the
            // stopped member may have logged.
            boolean takesLong = ensemble.leaderless() || ensemble.hasPartitions();
            Thread.sleep(takesLong ? DECIDE_LEADERLESS_MILLIS : DECIDE_MILLIS);
            long reached = position;
            return await(WAIT_SECONDS, () -> watch.othersAt(reached, victim));
        }

        private String restart(Path data) throws IOException, InterruptedException {
            ServerProcess server = ensemble.server(victim);
            long said = Files.size(server.log());
            ensemble.start(victim);
            if (!await(WAIT_SECONDS, () -> !server.alive() || watch.healthy())) {
                violations.add(
                        damage + ": server " + victim + " neither serves nor refuses to start");
                ensemble.kill(victim);
                disks.empty(victim);
                ensemble.start(victim);
                return "neither serves nor refuses to start";
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
                        damage
                                + ": expected exit code 1 and a message that names the damage; "
                                + server.end());
            LogInspector.Report verified = LogInspector.verify(data, file -> {});
            if (!verified.damaged())
                violations.add(
                        damage
                                + ": server refused to start, but log verify finds no damage: "
                                + verified);
            boolean repair = random.nextBoolean();
            if (repair) {
                LogInspector.Repair repaired = LogInspector.repair(data, true, file -> {});
                if (!repaired.others().isEmpty()) {
                    violations.add(
                            damage + ": log repair left damaged files: " + repaired.others());
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
            victim = ensemble.victim(FaultKind.FULL_DISK, random);
            disks.fill(victim, random.nextLong(LEFT_BYTES_MAX));
            return "server " + victim;
        }

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
                return "server " + victim + " did not run out of disk space";
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
