package io.abcast.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Injects faults of processes and links: kills, pauses and disconnects members. */
final class ProcessFaults {
    private static final long FLAP_MILLIS_MIN = 50;
    private static final long FLAP_MILLIS_MAX = 900;
    private static final long START_APART_MILLIS_MAX = 1_000;

    private final ServerEnsemble ensemble;
    private final MemberWatch watch;
    private final boolean singleLinks;

    ProcessFaults(ServerEnsemble ensemble, MemberWatch watch, boolean singleLinks) {
        this.ensemble = ensemble;
        this.watch = watch;
        this.singleLinks = singleLinks;
    }

    ActiveFault of(FaultKind kind, SplittableRandom random) {
        return switch (kind) {
            case KILL, KILL_LEADER, RESTART -> new Killed(kind, random);
            case KILL_ALL -> new AllKilled(random);
            case PAUSE, PAUSE_LEADER -> new Paused(kind, random);
            case CUT_MEMBER, CUT_LEADER, CUT_PAIR, CUT_ONE_WAY, SPLIT -> new Cut(kind, random);
            case FLAP -> new Flapping(random);
            default -> throw new IllegalArgumentException(kind.name());
        };
    }

    private int victim(FaultKind kind, SplittableRandom random) {
        int any = ensemble.victim(kind, random);
        boolean leader =
                kind == FaultKind.KILL_LEADER
                        || kind == FaultKind.PAUSE_LEADER
                        || kind == FaultKind.CUT_LEADER;
        if (!leader) return any;
        int leading = watch.leader();
        return leading == 0 ? any : leading;
    }

    private final class Killed implements ActiveFault {
        private final FaultKind kind;
        private final SplittableRandom random;
        private int victim;

        Killed(FaultKind kind, SplittableRandom random) {
            this.kind = kind;
            this.random = random;
        }

        @Override
        public String begin() {
            victim = victim(kind, random);
            if (!ensemble.running(victim)) {
                victim = 0;
                return "no server: the chosen one is down";
            }
            boolean still = ensemble.paused(victim);
            if (kind == FaultKind.RESTART && !still) ensemble.terminate(victim);
            else ensemble.kill(victim);
            return "server " + victim;
        }

        @Override
        public String end() throws IOException {
            if (victim != 0) ensemble.start(victim);
            return "";
        }
    }

    private final class AllKilled implements ActiveFault {
        private final SplittableRandom random;
        private final List<Integer> victims = new ArrayList<>();

        AllKilled(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public String begin() {
            int first = random.nextInt(ensemble.size());
            for (int i = 0; i < ensemble.size(); i++) {
                int id = 1 + (first + i) % ensemble.size();
                if (!ensemble.running(id)) continue;
                victims.add(id);
                ensemble.kill(id);
            }
            return "servers " + victims;
        }

        @Override
        public String end() throws IOException, InterruptedException {
            for (int id : victims) {
                ensemble.start(id);
                Thread.sleep(random.nextLong(START_APART_MILLIS_MAX));
            }
            return "";
        }
    }

    private final class Paused implements ActiveFault {
        private final FaultKind kind;
        private final SplittableRandom random;
        private int victim;

        Paused(FaultKind kind, SplittableRandom random) {
            this.kind = kind;
            this.random = random;
        }

        @Override
        public String begin() throws IOException {
            victim = victim(kind, random);
            if (!ensemble.running(victim) || ensemble.paused(victim)) {
                victim = 0;
                return "no server: the chosen one is down or paused";
            }
            ensemble.pause(victim);
            return "server " + victim;
        }

        @Override
        public String end() throws IOException {
            // The call of resume has no effect if another fault has killed the paused member
            // meanwhile.
            if (victim != 0) ensemble.resume(victim);
            return "";
        }
    }

    private final class Cut implements ActiveFault {
        private final FaultKind kind;
        private final SplittableRandom random;

        Cut(FaultKind kind, SplittableRandom random) {
            this.kind = kind;
            this.random = random;
        }

        @Override
        public String begin() throws IOException {
            int victim = victim(kind, random);
            return switch (kind) {
                case CUT_MEMBER, CUT_LEADER -> member(victim);
                case CUT_PAIR -> pair(victim);
                case CUT_ONE_WAY -> oneWay(victim);
                default -> split();
            };
        }

        private String member(int victim) throws IOException {
            if (!hears(victim)) return "no server: the chosen one is down or paused";
            ensemble.cutOff(victim);
            boolean clients = singleLinks && random.nextInt(3) == 0;
            if (clients) ensemble.cut(victim, ServerLinks.CLIENTS, false);
            return "server " + victim + (clients ? " from all" : " from the other servers");
        }

        private String pair(int victim) throws IOException {
            int other = 1 + (victim + random.nextInt(ensemble.size() - 1)) % ensemble.size();
            ensemble.cut(victim, other, false);
            return "servers " + victim + " and " + other;
        }

        private String oneWay(int victim) throws IOException {
            boolean outgoing = random.nextBoolean();
            boolean[] chosen = new boolean[ensemble.size() + 1];
            List<Integer> others = new ArrayList<>();
            int sure = 1 + (victim + random.nextInt(ensemble.size() - 1)) % ensemble.size();
            for (int id = 1; id <= ensemble.size(); id++)
                chosen[id] = id != victim && (id == sure || random.nextBoolean());
            for (int id = 1; id <= ensemble.size(); id++) {
                if (!chosen[id]) continue;
                others.add(id);
                ensemble.cut(outgoing ? victim : id, outgoing ? id : victim, true);
            }
            return outgoing
                    ? "messages of server " + victim + " to " + others
                    : "messages of servers " + others + " to " + victim;
        }

        private String split() throws IOException {
            int part = 1 + random.nextInt((1 << ensemble.size()) - 2);
            List<Integer> one = new ArrayList<>();
            List<Integer> two = new ArrayList<>();
            for (int id = 1; id <= ensemble.size(); id++)
                ((part >> (id - 1) & 1) == 0 ? one : two).add(id);
            for (int a : one) for (int b : two) ensemble.cut(a, b, false);
            return one + " | " + two;
        }

        @Override
        public String end() throws IOException {
            ensemble.restoreLinks();
            return "";
        }
    }

    private final class Flapping implements ActiveFault {
        private final SplittableRandom random;
        private int victim;

        Flapping(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public String begin() throws IOException {
            boolean leader = random.nextBoolean();
            victim = victim(leader ? FaultKind.CUT_LEADER : FaultKind.FLAP, random);
            if (!hears(victim)) return "no server: the chosen one is down or paused";
            ensemble.cutOff(victim);
            return "server " + victim;
        }

        @Override
        public void hold(long millis) throws IOException, InterruptedException {
            long end = System.nanoTime() + millis * 1_000_000;
            boolean cut = true;
            while (System.nanoTime() - end < 0) {
                Thread.sleep(random.nextLong(FLAP_MILLIS_MIN, FLAP_MILLIS_MAX));
                if (cut) ensemble.restoreLinks();
                else if (hears(victim)) ensemble.cutOff(victim);
                cut = !cut;
            }
        }

        @Override
        public String end() throws IOException {
            ensemble.restoreLinks();
            return "";
        }
    }

    /** On a host without network namespaces, the member itself drops its messages, so its process must be running. */
    private boolean hears(int victim) {
        return singleLinks || (ensemble.running(victim) && !ensemble.paused(victim));
    }
}
