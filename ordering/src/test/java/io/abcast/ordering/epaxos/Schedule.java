package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random simulation of an ensemble of EPaxos members with crashes, lost messages and cut links, drawn from a seed. At
 * its end all faults end, up to f members stay down, and every known instance must be decided and executed.
 */
final class Schedule implements CoreWorld {
    private static final int ROUNDS_MAX = 2_000;
    private static final long ROUND_NANOS = 10;

    private record Letter(int from, int to, Object content) {}

    private record FetchState(InstanceId id) {}

    private record State(List<InstanceId> executed) {}

    private final Random random;
    private final Membership members;
    private final OrderingCodec codec;
    private final List<ScheduledMember> all = new ArrayList<>();
    private final List<Letter> bag = new ArrayList<>();

    private final List<Letter> late = new ArrayList<>();

    private final int latePercent;
    private final CoreChecker checker = new CoreChecker(Schedule::keys);

    private final int[] cut;

    private final int[] weights;
    private final int steps;
    private final int keys;
    private final boolean ordered;
    private final boolean race;
    private final long retry;
    private final long roundTrip;
    private int opens;
    private long now = 1;
    private long requests;
    private boolean healed;

    Schedule(long seed, int n) {
        random = new Random(seed * 31 + n);
        int[] ids = new int[n];
        for (int i = 0; i < n; i++) ids[i] = i + 1;
        members = Membership.of(ids, new int[0]);
        codec = OrderingCodec.of(members);
        cut = new int[n];
        race = random.nextBoolean();
        retry = new long[] {3, 10, 30, 60}[random.nextInt(4)];
        roundTrip = new long[] {0, 3, 8}[random.nextInt(3)];
        latePercent = new int[] {0, 5, 20, 40}[random.nextInt(4)];
        opens = 2 + random.nextInt(5);
        keys = random.nextInt(3);
        ordered = random.nextInt(4) == 0;
        steps = 100 + random.nextInt(200 * n);
        // Weights for the random choice of the next step, in this order: deliver, sync, tick, open,
        // heartbeat, crash, restart, suspect, cut, lose, repeat, snapshot, install.
        weights = new int[] {60, 40, 20, 10, 4, 2, 6, 3, 3, 3, 3, 2, 1};
        for (int i = 1; i < weights.length; i++) {
            int factor = new int[] {0, 1, 2, 4, 10}[random.nextInt(5)];
            weights[i] = Math.max(i > 4 ? 0 : 1, weights[i] * factor / 2);
        }
        for (int id : ids) all.add(new ScheduledMember(this, id));
        int suspicion = race ? 2 : random.nextInt(3);
        for (int i = 0; suspicion > 0 && i < n; i++) {
            int whom = suspicion == 1 ? random.nextInt(1 << n) : (1 << n) - 1;
            all.get(i).suspect(whom & ~(1 << i));
        }
    }

    @Override
    public EpaxosQuorums quorums() {
        return EpaxosQuorums.of(members.size());
    }

    @Override
    public Membership members() {
        return members;
    }

    @Override
    public CoreChecker checker() {
        return checker;
    }

    @Override
    public long retry() {
        return retry;
    }

    @Override
    public long roundTrip() {
        return roundTrip;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public long random(long bound) {
        return (long) (random.nextDouble() * bound);
    }

    static Keys keys(RequestBatch value) {
        Keys.Builder all = new Keys.Builder();
        for (Request request : value.requests()) {
            for (int key = 0; key < 3; key++) {
                if ((request.payload()[0] >> key & 1) != 0) all.write("k" + key);
                else if ((request.payload()[1] >> key & 1) != 0) all.read("k" + key);
            }
            all.write("#" + request.origin() + "/" + request.number());
        }
        return all.build();
    }

    private RequestBatch value(int origin) {
        byte[] masks = {1, 0};
        if (keys == 1) masks = new byte[] {(byte) (1 << random.nextInt(2)), 0};
        if (keys == 2)
            masks = new byte[] {(byte) (1 + random.nextInt(7)), (byte) random.nextInt(8)};
        Incarnation storage = new Incarnation(origin, 1);
        return new RequestBatch(List.of(Request.of(origin, storage, ++requests, List.of(), masks)));
    }

    @Override
    public void send(int from, int to, EpaxosMessage message) {
        post(new Letter(from, to, message));
    }

    @Override
    public void fetch(int from, int to, InstanceId id) {
        post(new Letter(from, to, new FetchState(id)));
    }

    private void post(Letter letter) {
        boolean isLate = !healed && random.nextInt(100) < latePercent;
        (isLate ? late : bag).add(letter);
    }

    String run() {
        if (race) race();
        for (int step = 0; step < steps && checker.violation() == null; step++) step();
        if (checker.violation() == null) heal();
        return checker.violation();
    }

    private void race() {
        List<ScheduledMember> openers = new ArrayList<>();
        int rank = random.nextInt(all.size());
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            ScheduledMember some = all.get(rank);
            some.open(value(some.id()));
            some.sync(some.written());
            if (random.nextInt(4) > 0) rank = random.nextInt(all.size());
            for (int sent = bag.size(); sent > 0; sent--) {
                Letter letter = bag.remove(random.nextInt(bag.size()));
                int fate = random.nextInt(5);
                if (fate < 2) hand(letter, all.get(members.rank(letter.to)));
                else if (fate < 4) late.add(letter);
            }
            if (some.isUp() && random.nextInt(3) > 0) openers.add(some);
        }
        for (ScheduledMember each : openers) if (each.isUp()) each.crash();
        opens = random.nextInt(2);
        weights[6] = 1;
    }

    private void step() {
        now++;
        if (!late.isEmpty() && random.nextInt(20) == 0)
            bag.add(late.remove(random.nextInt(late.size())));
        ScheduledMember some = all.get(random.nextInt(all.size()));
        int rank = members.rank(some.id());
        switch (choice()) {
            case 0 -> deliver(1);
            case 1 -> {
                int unsynced = some.written() - some.synced();
                if (some.isUp() && unsynced > 0)
                    some.sync(some.synced() + 1 + random.nextInt(unsynced));
            }
            case 2 -> {
                now += random.nextInt(15);
                if (some.isUp()) some.tick();
            }
            case 3 -> {
                if (some.isUp() && random.nextInt(3) == 0)
                    some.read(++requests, Keys.reading("k" + random.nextInt(3)));
                if (!some.isUp() || opens == 0) return;
                opens--;
                some.open(value(some.id()));
            }
            case 4 -> heartbeat(some);
            case 5 -> {
                if (some.isUp()) some.crash();
            }
            case 6 -> {
                if (!some.isUp()) some.restart();
            }
            case 7 -> some.suspect(random.nextInt(1 << all.size()) & ~(1 << rank));
            case 8 -> cut();
            case 9 -> {
                if (!bag.isEmpty()) bag.remove(random.nextInt(bag.size()));
            }
            case 10 -> deliver(2);
            case 11 -> {
                if (some.isUp()) some.takeSnapshot();
            }
            default -> {
                int other = members.id(random.nextInt(all.size()));
                if (some.isUp() && other != some.id()) fetch(some.id(), other, null);
            }
        }
    }

    private int choice() {
        int total = 0;
        for (int weight : weights) total += weight;
        int drawn = random.nextInt(total);
        int i = 0;
        while (drawn >= weights[i]) drawn -= weights[i++];
        return i;
    }

    private void cut() {
        int kind = random.nextInt(3);
        int group = random.nextInt(1 << cut.length);
        int others = (1 << cut.length) - 1 & ~group;
        if (kind == 1) cut[random.nextInt(cut.length)] |= 1 << random.nextInt(cut.length);
        else
            for (int r = 0; r < cut.length; r++) {
                if (kind == 0) cut[r] = 0;
                else cut[r] |= (group >> r & 1) != 0 ? others : group;
            }
    }

    private void heartbeat(ScheduledMember some) {
        if (!some.isUp()) return;
        for (int r = 0; r < members.size(); r++)
            if (members.id(r) != some.id())
                post(new Letter(some.id(), members.id(r), some.heartbeat()));
    }

    private void deliver(int times) {
        if (bag.isEmpty()) return;
        Letter letter = bag.remove(ordered || healed ? 0 : random.nextInt(bag.size()));
        boolean lost = (cut[members.rank(letter.from)] >> members.rank(letter.to) & 1) != 0;
        if (lost) return;
        ScheduledMember to = all.get(members.rank(letter.to));
        for (int i = 0; i < times && to.isUp(); i++) hand(letter, to);
    }

    private void hand(Letter letter, ScheduledMember to) {
        if (letter.content instanceof EpaxosMessage m) to.receive(letter.from, copied(m));
        else if (letter.content instanceof State m) to.install(m.executed);
        else if (letter.content instanceof FetchState m) {
            // Two members may each have dropped an instance that the other one has not executed.
            // Neither of two such members can install the other's state, so the decision must come
            // from the journal.
            EpaxosMessage.Commit journaled = m.id == null ? null : to.journaled(m.id);
            boolean byLog = journaled != null && random.nextBoolean();
            State state = new State(List.copyOf(to.execution().order()));
            post(new Letter(letter.to, letter.from, byLog ? journaled : state));
        }
    }

    private EpaxosMessage copied(EpaxosMessage message) {
        if (random.nextInt(50) > 0) return message;
        WireWriter out = new WireWriter(64);
        codec.encode(message, out);
        if (out.size() > message.wireBytes() + 1)
            checker.violated("Size: " + message + " has " + out.size() + " bytes");
        EpaxosMessage read = (EpaxosMessage) codec.decode(new WireReader(out.toByteArray()));
        if (!read.equals(message)) checker.violated("Codec: " + message + " read as " + read);
        return read;
    }

    private void heal() {
        healed = true;
        bag.addAll(late);
        for (int r = 0; r < cut.length; r++) cut[r] = 0;
        int down = random.nextInt(quorums().failures() + 1);
        int downRanks = 0;
        List<ScheduledMember> shuffled = new ArrayList<>(all);
        java.util.Collections.shuffle(shuffled, random);
        for (ScheduledMember each : shuffled) {
            if (down > 0) {
                down--;
                downRanks |= 1 << members.rank(each.id());
                if (each.isUp()) each.crash();
            } else if (!each.isUp()) each.restart();
        }
        for (ScheduledMember each : all) each.suspect(downRanks);
        for (int round = 0; round < ROUNDS_MAX && checker.violation() == null; round++) {
            now += ROUND_NANOS;
            for (ScheduledMember each : all) {
                if (!each.isUp()) continue;
                each.tick();
                heartbeat(each);
            }
            drain();
            if (isQuiet()) return;
        }
        checker.violated("Progress: " + stuck());
    }

    private void drain() {
        for (int i = 0; i < 100_000 && checker.violation() == null; i++) {
            boolean synced = false;
            for (ScheduledMember each : all)
                if (each.isUp() && each.synced() < each.written()) {
                    each.sync(each.written());
                    synced = true;
                }
            if (bag.isEmpty() && !synced) return;
            deliver(1);
        }
    }

    private boolean isQuiet() {
        List<InstanceId> first = null;
        for (ScheduledMember each : all) {
            if (!each.isUp()) continue;
            boolean[] open = {false};
            each.core()
                    .table()
                    .forEach(
                            instance ->
                                    open[0] |=
                                            !instance.isCommitted()
                                                    || !each.execution().isExecuted(instance.id));
            if (open[0] || each.reads() > 0) return false;
            List<InstanceId> executed = new ArrayList<>(each.execution().order());
            executed.sort(null);
            if (first == null) first = executed;
            else if (!executed.equals(first)) return false;
        }
        return true;
    }

    private String stuck() {
        StringBuilder text = new StringBuilder();
        for (ScheduledMember each : all) {
            text.append("\nmember ").append(each.id()).append(each.isUp() ? "" : " (down)");
            text.append(" executed ").append(each.execution().order());
            text.append(", dropped ").append(each.core().table().dropped());
            each.core().table().forEach(instance -> text.append("\n    ").append(instance));
        }
        return text.toString();
    }

    String summary() {
        return checker.decided() + " decided, " + checker.nops() + " Nops";
    }
}
