package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import java.util.function.Supplier;

/**
 * Counts the operations that a member has requested on its log (appended entries, recorded votes, installed snapshots),
 * and how many of these operations are durable.
 */
public final class Journal {
    private final Effects effects;
    private long operations;
    private long synced;

    private long votes;

    public Journal(Effects effects) {
        this.effects = effects;
    }

    /** Appends an entry to the log, see {@link Effects#append}. */
    public void append(Entry entry) {
        operations++;
        effects.append(entry);
    }

    /** Records a vote in the log, see {@link Effects#vote}. */
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        assert slot >= openFrom : "vote in slot " + slot + ", open from " + openFrom;
        votes = ++operations;
        effects.vote(slot, openFrom, record);
    }

    /** Installs a snapshot, see {@link Effects#installSnapshot}. */
    public void install(SnapshotId snapshot, byte[] note, Digest content) {
        operations++;
        effects.installSnapshot(snapshot, note, content);
    }

    /** Records that the first {@code position} operations of the log are durable. */
    public void onSynced(long position) {
        synced = position;
        votes = Math.max(votes, synced);
    }

    public long operations() {
        return operations;
    }

    /** Number of operations of the log that are not durable yet. */
    public long notDurable() {
        return operations - synced;
    }

    long votes() {
        return votes;
    }

    /** Whether the first {@code position} operations of the log are durable. */
    public boolean isDurable(long position) {
        return position <= synced;
    }
}
