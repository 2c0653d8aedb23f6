package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records the operations that one server requested from its storage, and which of these operations are durable. Each
 * start of the server must find all data that was durable, and no entry that the node never appended.
 */
final class Ledger {
    enum Found {
        ALL,
        ALL_THAT_WAS_DURABLE,
        LESS
    }

    private enum Kind {
        APPEND,
        VOTE,
        TRUNCATE,
        INSTALL
    }

    private static final class Operation {
        final Kind kind;
        final Entry entry;
        final LogRecord.Vote vote;
        final long zxid;

        boolean settled;

        boolean installed;

        Operation(Kind kind, Entry entry, LogRecord.Vote vote, long zxid) {
            this.kind = kind;
            this.entry = entry;
            this.vote = vote;
            this.zxid = zxid;
        }

        Operation copy() {
            Operation copy = new Operation(kind, entry, vote, zxid);
            copy.settled = settled;
            copy.installed = installed;
            return copy;
        }

        void applyTo(LogRecord log) {
            switch (kind) {
                case APPEND -> log.append(entry);
                case VOTE -> log.vote(vote);
                case TRUNCATE -> log.truncate(zxid);
                case INSTALL -> {
                    if (installed) log.install(zxid);
                }
            }
        }
    }

    private final Consumer<Entry> nowDurable;
    private LogRecord asked = new LogRecord();
    private LogRecord durable = new LogRecord();
    private final ArrayDeque<Operation> open = new ArrayDeque<>();

    private long operations;

    private long operationsDurable;

    private final ArrayDeque<byte[]> states = new ArrayDeque<>();

    private byte[] state;

    Ledger(Consumer<Entry> nowDurable) {
        this.nowDurable = nowDurable;
    }

    LogRecord asked() {
        return asked;
    }

    /** Log of the durable operations only; the next start of the server must find at least this log. */
    LogRecord durable() {
        return durable;
    }

    /** {@code null} if no state of the effect {@code persist} is durable. */
    byte[] state() {
        return state;
    }

    /** False before the node has persisted its first state. */
    boolean hasPersisted() {
        return state != null && states.isEmpty();
    }

    boolean persists() {
        return state != null || !states.isEmpty();
    }

    long operations() {
        return operations;
    }

    long operationsDurable() {
        return operationsDurable;
    }

    boolean installs() {
        return open.stream().anyMatch(o -> o.kind == Kind.INSTALL && !o.settled);
    }

    void append(Entry entry) {
        add(new Operation(Kind.APPEND, entry, null, 0));
    }

    void vote(long slot, long openFrom, byte[] record) {
        add(new Operation(Kind.VOTE, null, new LogRecord.Vote(slot, openFrom, record), 0));
    }

    void truncate(long lastZxid) {
        add(new Operation(Kind.TRUNCATE, null, null, lastZxid));
    }

    void install(SnapshotId snapshot) {
        add(new Operation(Kind.INSTALL, null, null, snapshot.zxid()));
    }

    private void add(Operation operation) {
        operations++;
        open.add(operation);
        operation.applyTo(asked);
    }

    void purge(long through) {
        asked.purge(through);
        durable.purge(through);
    }

    void persist(byte[] content) {
        states.add(content);
    }

    void durableThrough(long count) {
        while (operationsDurable < count) {
            operationsDurable++;
            Operation operation = open.remove();
            operation.applyTo(durable);
            if (operation.kind == Kind.APPEND) nowDurable.accept(operation.entry);
        }
    }

    void persisted() {
        state = states.remove();
    }

    void snapshotTaken(SnapshotId snapshot) {
        asked.snapshot(snapshot.zxid());
        durable.snapshot(snapshot.zxid());
    }

    void installed(boolean isInstalled) {
        for (Operation operation : open) {
            if (operation.kind != Kind.INSTALL || operation.settled) continue;
            operation.settled = true;
            operation.installed = isInstalled;
            break;
        }
        asked = LogRecord.copyOf(durable);
        for (Operation operation : open) operation.applyTo(asked);
    }

    /**
     * Compares the data that a starting process has found on disk with this ledger, and then records the found data.
     */
    Found recovered(Recovered found, LogRecord log) {
        Found what = compare(found, log);
        List<Entry> before = durable.log();
        int known = 0;
        for (Entry entry : log.log()) {
            while (known < before.size() && before.get(known).zxid() < entry.zxid()) known++;
            boolean wasDurable = known < before.size() && isSame(before.get(known), entry);
            if (!wasDurable) nowDurable.accept(entry);
        }
        begin(log);
        state = found.persisted();
        return what;
    }

    void copy(Ledger other) {
        begin(LogRecord.copyOf(other.durable));
        asked = LogRecord.copyOf(other.asked);
        for (Operation operation : other.open) open.add(operation.copy());
        states.addAll(other.states);
        state = other.state;
    }

    void begin(LogRecord log) {
        durable = log;
        asked = LogRecord.copyOf(log);
        open.clear();
        states.clear();
        operations = 0;
        operationsDurable = 0;
    }

    void forget() {
        begin(new LogRecord());
        state = null;
    }

    private Found compare(Recovered found, LogRecord log) {
        boolean missing = !holdsState(found.persisted());
        long keep = Long.MAX_VALUE;
        long openFrom = 0;
        boolean replaced = false;
        for (Operation operation : open) {
            if (operation.kind == Kind.TRUNCATE) keep = Math.min(keep, operation.zxid);
            if (operation.kind == Kind.INSTALL)
                replaced |= operation.installed || !operation.settled;
            if (operation.kind == Kind.VOTE)
                openFrom = Math.max(openFrom, operation.vote.openFrom());
        }
        if (!replaced) {
            for (Entry entry : durable.log())
                if (entry.zxid() <= keep && entry.zxid() > log.after())
                    missing |= !isSame(log.entry(entry.zxid()), entry);
            missing |= log.lastZxid() < Math.min(keep, durable.lastZxid());
        }
        for (VoteRecord vote : durable.votes())
            if (vote.slot() >= openFrom && durable.beforeVote(vote.slot()) < keep)
                missing |= !isVote(vote.slot(), log.voteOf(vote.slot()));
        if (missing) return Found.LESS;
        return log.lastZxid() == asked.lastZxid() && states.isEmpty() && open.isEmpty()
                ? Found.ALL
                : Found.ALL_THAT_WAS_DURABLE;
    }

    private boolean holdsState(byte[] persisted) {
        if (Arrays.equals(persisted, state)) return true;
        for (byte[] content : states) if (Arrays.equals(persisted, content)) return true;
        return false;
    }

    private boolean isVote(long slot, byte[] record) {
        if (Arrays.equals(durable.voteOf(slot), record)) return true;
        for (Operation operation : open)
            if (operation.kind == Kind.VOTE
                    && operation.vote.slot() == slot
                    && Arrays.equals(operation.vote.record(), record)) return true;
        return false;
    }

    /** Returns an entry that the node never appended; {@code null} if there is no such entry. */
    Entry stranger(LogRecord log) {
        for (Entry entry : log.log())
            if (!isSame(durable.entry(entry.zxid()), entry) && !isAsked(entry)) return entry;
        return null;
    }

    private boolean isAsked(Entry entry) {
        for (Operation operation : open)
            if (operation.kind == Kind.APPEND && isSame(operation.entry, entry)) return true;
        return entry.zxid() <= Math.max(durable.after(), durable.snapshotZxid());
    }

    private static boolean isSame(Entry one, Entry other) {
        return one != null
                && one.zxid() == other.zxid()
                && one.origin() == other.origin()
                && one.request() == other.request()
                && Arrays.equals(one.payload(), other.payload());
    }

    @Override
    public String toString() {
        return "durable ("
                + Zxid.toString(durable.after())
                + ", "
                + Zxid.toString(durable.lastZxid())
                + "], asked for until "
                + Zxid.toString(asked.lastZxid());
    }
}
