package io.abcast.log;

import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.idOf;
import static io.abcast.log.Histories.state;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Runs a random sequence of storage operations, which depends only on a seed. After an interruption, recovery may find
 * the history after the last operation that was reported as synced, or the history after any later requested operation.
 */
final class CrashScript {
    private static final int STEPS = 40;

    private record History(
            long base,
            List<Entry> entries,
            boolean truncated,
            TreeMap<Long, byte[]> votes,
            long openFrom) {

        History with(long newBase, List<Entry> newEntries, boolean nowTruncated) {
            return new History(newBase, newEntries, nowTruncated, votes, openFrom);
        }

        boolean hasVotes(List<VoteRecord> found) {
            TreeMap<Long, byte[]> open = new TreeMap<>();
            for (VoteRecord vote : found)
                if (vote.slot() >= openFrom) open.put(vote.slot(), vote.bytes());
            if (!open.keySet().equals(votes.keySet())) return false;
            for (long slot : votes.keySet())
                if (!Arrays.equals(votes.get(slot), open.get(slot))) return false;
            return true;
        }

        long last() {
            return entries.isEmpty() ? base : entries.get(entries.size() - 1).zxid();
        }

        boolean has(long zxid) {
            return zxid == base || entries.stream().anyMatch(e -> e.zxid() == zxid);
        }

        List<Entry> after(long zxid) {
            return entries.stream().filter(e -> e.zxid() > zxid).toList();
        }
    }

    private final Random random;
    private final Storage storage;
    private final Answers answers;

    private final List<History> histories = new ArrayList<>();

    private final List<byte[]> states = new ArrayList<>();
    private final List<SnapshotId> installs = new ArrayList<>();
    private final List<Integer> installPositions = new ArrayList<>();
    private long snapshotZxid;
    private int epoch;

    private final boolean votes;

    CrashScript(
            Random random, Storage storage, Answers answers, Recovered recovered, List<Entry> log) {
        this.random = random;
        this.storage = storage;
        this.answers = answers;
        TreeMap<Long, byte[]> open = new TreeMap<>();
        for (VoteRecord vote : recovered.votes()) open.put(vote.slot(), vote.bytes());
        votes = random.nextInt(3) > 0;
        long openFrom = open.isEmpty() ? 1 : open.firstKey();
        histories.add(new History(recovered.logAfter(), log, false, open, openFrom));
        states.add(recovered.persisted());
        snapshotZxid = recovered.snapshot().zxid();
        epoch = Zxid.epoch(recovered.lastZxid()) + 1;
    }

    private History now() {
        return histories.get(histories.size() - 1);
    }

    void run() {
        for (int step = 0; step < STEPS && !answers.hasFailed(); step++) step();
        storage.flush();
        answers.awaitSyncedOrFailed(histories.size() - 1);
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 50) {
            int count = 1 + random.nextInt(6);
            for (int i = 0; i < count; i++) append();
            if (random.nextInt(4) > 0) storage.flush();
            if (random.nextInt(2) > 0) awaitAll();
        } else if (choice < 60) {
            if (votes) for (int i = random.nextInt(5); i >= 0; i--) vote();
            else truncate();
        } else if (choice < 70) {
            byte[] next = new byte[1 + random.nextInt(200)];
            random.nextBytes(next);
            states.add(next);
            storage.persist(next);
        } else if (choice < 80) {
            takeSnapshot();
        } else if (choice < 90) {
            storage.purgeLog(snapshotZxid);
        } else if (choice < 94) {
            install();
        } else {
            awaitAll();
        }
    }

    private void awaitAll() {
        storage.flush();
        answers.awaitSyncedOrFailed(histories.size() - 1);
    }

    private void append() {
        History before = now();
        boolean same = Zxid.epoch(before.last()) == epoch && random.nextInt(10) > 0;
        if (!same && Zxid.epoch(before.last()) == epoch) epoch++;
        long next = same ? before.last() + 1 : Zxid.of(epoch, 1);
        Entry entry = entry(next, random.nextInt(random.nextInt(8) == 0 ? 700 : 60));
        if (votes && random.nextInt(4) > 0) entry = in(slot(next), entry);
        List<Entry> entries = new ArrayList<>(before.entries());
        entries.add(entry);
        histories.add(before.with(before.base(), entries, false));
        storage.append(entry);
    }

    private static Entry in(long slot, Entry entry) {
        long place = Entry.placeOf(slot, true);
        return new Entry(
                entry.zxid(),
                entry.origin(),
                entry.request(),
                entry.payload(),
                entry.kind(),
                place);
    }

    private static long slot(long zxid) {
        return Zxid.counter(zxid);
    }

    private void vote() {
        History before = now();
        long next = before.last() == Zxid.NONE ? Zxid.of(epoch, 1) : before.last() + 1;
        long openFrom = before.openFrom();
        if (random.nextInt(6) == 0) openFrom += random.nextInt(4);
        long slot = Math.max(openFrom, slot(next) + random.nextInt(4));
        byte[] payload = entry(next, random.nextInt(60)).payload();
        byte[] bytes =
                Arrays.copyOf(new byte[] {1, 2, (byte) random.nextInt()}, 9 + payload.length);
        System.arraycopy(payload, 0, bytes, 7, payload.length);
        TreeMap<Long, byte[]> open = new TreeMap<>(before.votes().tailMap(openFrom, true));
        open.put(slot, bytes);
        histories.add(new History(before.base(), before.entries(), false, open, openFrom));
        storage.vote(slot, openFrom, () -> bytes);
    }

    private void truncate() {
        History before = now();
        List<Entry> removable = before.after(snapshotZxid);
        if (removable.isEmpty()) return;
        long to = removable.get(random.nextInt(removable.size())).zxid() - 1;
        if (Zxid.counter(to) == 0 || !before.has(to) || random.nextInt(4) == 0)
            to = Math.max(before.base(), snapshotZxid);
        long last = to;
        List<Entry> left = before.entries().stream().filter(e -> e.zxid() <= last).toList();
        histories.add(before.with(before.base(), left, true));
        epoch++;
        storage.truncate(to);
    }

    private void takeSnapshot() {
        List<Entry> candidates = now().after(snapshotZxid);
        if (candidates.isEmpty()) return;
        long zxid = candidates.get(random.nextInt(candidates.size())).zxid();
        storage.takeSnapshot(zxid, Histories.NOTE, out -> out.write(state(zxid)));
        SnapshotId[] taken = answers.takenOrFailed();
        if (taken != null && taken[0] != null) snapshotZxid = zxid;
    }

    private void install() {
        long zxid = Zxid.of(++epoch, 1 + random.nextInt(5));
        byte[] content = state(zxid);
        SnapshotId id = idOf(zxid, content);
        storage.writeSnapshot(id, 0, Arrays.copyOf(content, 100));
        storage.writeSnapshot(id, 100, Arrays.copyOfRange(content, 100, content.length));
        installPositions.add(histories.size());
        installs.add(id);
        histories.add(now().with(zxid, List.of(), false));
        storage.installSnapshot(id, Histories.NOTE);
        answers.awaitInstallsOrFailed(installs.size());
        snapshotZxid = zxid;
    }

    void check(Recovered found, List<Entry> log, Storage after) throws IOException {
        checkState(found);
        int from = (int) answers.synced();
        for (int i = 0; i < answers.installsAnswered(); i++)
            from = Math.max(from, installPositions.get(i));
        int match = -1;
        for (int q = from; q < histories.size() && match < 0; q++)
            if (matches(q, found, log)) match = q;
        if (match < 0)
            throw new AssertionError(
                    "found log after "
                            + Zxid.toString(found.logAfter())
                            + " "
                            + log
                            + ", snapshot "
                            + found.snapshot()
                            + "; expected a history from "
                            + describe(from)
                            + " to "
                            + describe(histories.size() - 1));
        SnapshotId taken = answers.lastTaken();
        if (taken != null
                && histories.get(match).has(taken.zxid())
                && found.snapshot().zxid() < taken.zxid())
            throw new AssertionError("found snapshot " + found.snapshot() + ", had taken " + taken);
        if (found.snapshot().equals(SnapshotId.EMPTY)) return;
        try (InputStream in = after.openSnapshot(found.snapshot())) {
            if (!Arrays.equals(state(found.snapshot().zxid()), in.readAllBytes()))
                throw new AssertionError("content of " + found.snapshot());
        }
    }

    private String describe(int q) {
        return q + " (ends with " + Zxid.toString(histories.get(q).last()) + ")";
    }

    private void checkState(Recovered found) {
        for (int version = (int) answers.persisted(); version < states.size(); version++)
            if (Arrays.equals(states.get(version), found.persisted())) return;
        throw new AssertionError("found a state that is older than version " + answers.persisted());
    }

    private boolean votesMatch(int q, Recovered found, List<Entry> log) {
        boolean stands = log.isEmpty() && found.lastZxid() == found.snapshot().zxid();
        for (int p = stands ? (int) answers.synced() : q; p <= q; p++)
            if (histories.get(p).hasVotes(found.votes())) return true;
        return false;
    }

    private boolean matches(int q, Recovered found, List<Entry> log) {
        History history = histories.get(q);
        boolean cutting = q + 1 < histories.size() && histories.get(q + 1).truncated();
        boolean ends =
                history.last() == found.lastZxid()
                        || (cutting
                                && history.has(found.lastZxid())
                                && found.lastZxid() >= histories.get(q + 1).last());
        if (!ends || found.logAfter() < history.base() || !history.has(found.logAfter()))
            return false;
        if (!history.has(found.snapshot().zxid())) return false;
        if (votes && !votesMatch(q, found, log)) return false;
        List<Entry> expected =
                history.after(found.logAfter()).stream()
                        .filter(e -> e.zxid() <= found.lastZxid())
                        .toList();
        try {
            Histories.assertSame(expected, log);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }
}
