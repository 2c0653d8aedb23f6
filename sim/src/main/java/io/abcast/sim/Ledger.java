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
 * The operations that one server's storage was asked for, and the part of them that is durable: the checkers' knowledge. It also holds the storage to its
 * word: after a start all is there that was durable before, and no entry that the node never appended.
 */
final class Ledger {
    /** The result of comparing what a start has found. */
    enum Found {
        /** All that was asked for. */
        ALL,
        /** All that was durable, and not all that was asked for. */
        ALL_THAT_WAS_DURABLE,
        /** Something is missing that was durable. */
        LESS
    }

    private enum Kind {
        APPEND,
        VOTE,
        TRUNCATE,
        INSTALL
    }

    /** A log operation that is not durable yet. */
    private static final class Operation {
        final Kind kind;
        final Entry entry;
        final LogRecord.Vote vote;
        final long zxid;

        /** Of an installation: whether it is known what came of it, and that. */
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

    /** Log operations of the present process that were asked for, and that are durable. */
    private long operations;

    private long operationsDurable;

    /** States that were asked for and are not durable. */
    private final ArrayDeque<byte[]> states = new ArrayDeque<>();

    private byte[] state;

    /** @param nowDurable takes each entry that has become durable */
    Ledger(Consumer<Entry> nowDurable) {
        this.nowDurable = nowDurable;
    }

    /** As the process sees it. */
    LogRecord asked() {
        return asked;
    }

    /** As the next start finds it at least. */
    LogRecord durable() {
        return durable;
    }

    /** The state that was persisted last, durably, or {@code null}. */
    byte[] state() {
        return state;
    }

    boolean hasPersisted() {
        return states.isEmpty();
    }

    /** Whether anything was persisted, durable or not. */
    boolean persists() {
        return state != null || !states.isEmpty();
    }

    /** Log operations of this process so far. */
    long operations() {
        return operations;
    }

    /** How many of these are durable. */
    long operationsDurable() {
        return operationsDurable;
    }

    /** Whether it is not known yet what the log begins with. */
    boolean installs() {
        return open.stream().anyMatch(o -> o.kind == Kind.INSTALL && !o.settled);
    }

    // Operations that are asked for

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

    // Operations that have been carried out

    /** The first operations of this process, so many, are durable. */
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

    /** The oldest installation of which that was not known has changed the history, or nothing. */
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

    /** A new process has found this. */
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

    /** Becomes that of a disk on which the same was asked for, and as much is durable. */
    void copy(Ledger other) {
        begin(LogRecord.copyOf(other.durable));
        asked = LogRecord.copyOf(other.asked);
        for (Operation operation : other.open) open.add(operation.copy());
        states.addAll(other.states);
        state = other.state;
    }

    /** The log is this now, and no operation is open. */
    void begin(LogRecord log) {
        durable = log;
        asked = LogRecord.copyOf(log);
        open.clear();
        states.clear();
        operations = 0;
        operationsDurable = 0;
    }

    /** Nothing is left. */
    void forget() {
        begin(new LogRecord());
        state = null;
    }

    // Comparing

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

    /** Whether the node has asked for that vote since the one that is durable, or it is that one. */
    private boolean isVote(long slot, byte[] record) {
        if (Arrays.equals(durable.voteOf(slot), record)) return true;
        for (Operation operation : open)
            if (operation.kind == Kind.VOTE
                    && operation.vote.slot() == slot
                    && Arrays.equals(operation.vote.record(), record)) return true;
        return false;
    }

    /** An entry of that log that the node never appended, or {@code null}. */
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
