package io.abcast.kernel;

import java.util.Set;
import java.util.function.Supplier;

/** Passes every effect of a node on to another {@link Effects} object. */
public abstract class EffectsFilter implements Effects {
    private final Effects effects;

    protected EffectsFilter(Effects effects) {
        this.effects = effects;
    }

    @Override
    public void send(int to, Message message) {
        effects.send(to, message);
    }

    @Override
    public void send(int to, Message message, Hold hold) {
        effects.send(to, message, hold);
    }

    @Override
    public void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {
        effects.beginPledge(pledge, to, expectedNanos);
    }

    @Override
    public void endPledge(long pledge) {
        effects.endPledge(pledge);
    }

    @Override
    public void append(Entry entry) {
        effects.append(entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        effects.vote(slot, openFrom, record);
    }

    @Override
    public void truncate(long lastZxid) {
        effects.truncate(lastZxid);
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        effects.readLog(afterZxid, bytesMax);
    }

    @Override
    public void purgeLog(long throughZxid) {
        effects.purgeLog(throughZxid);
    }

    @Override
    public void persist(byte[] state) {
        effects.persist(state);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        effects.deliver(entry, mine);
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {
        effects.reconfigured(request, mine, now);
    }

    @Override
    public void refuse(long request, Refusal why) {
        effects.refuse(request, why);
    }

    @Override
    public void readReady(long read) {
        effects.readReady(read);
    }

    @Override
    public void readServed(long read) {
        effects.readServed(read);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        effects.takeSnapshot(zxid, note, digested);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        effects.keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        effects.readSnapshot(snapshot, offset, bytesMax);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        effects.writeSnapshot(snapshot, offset, bytes);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        effects.installSnapshot(snapshot, note, content);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        effects.setTimer(kind, delayNanos);
    }

    @Override
    public void cancelTimer(int kind) {
        effects.cancelTimer(kind);
    }

    @Override
    public void report(String line) {
        effects.report(line);
    }

    @Override
    public void halt(String reason) {
        effects.halt(reason);
    }
}
