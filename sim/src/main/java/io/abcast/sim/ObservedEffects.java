package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.sim.check.Txn;
import io.abcast.sim.liar.Lie;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Observes the effects that one node requests from its driver. The class reports the effects to the trace and the
 * checkers, and detects violations of the contract between node and driver.
 */
final class ObservedEffects extends EffectsFilter {
    /** Highest timer kind that a node may set. Timer kinds are numbered from 0. */
    static final int TIMER_KIND_MAX = 63;

    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Death() {
            super("the process dies", null, false, false);
        }
    }

    private final Cluster cluster;
    private final SimulatedProcess life;
    private boolean open;

    /**
     * Number of effects of the node until the process crashes in the middle of a batch; negative if no crash is
     * planned.
     */
    private int leftToLive = -1;

    private boolean halted;

    ObservedEffects(Cluster cluster, SimulatedProcess life, Effects driver) {
        super(driver);
        this.cluster = cluster;
        this.life = life;
    }

    private int rank() {
        return life.rank();
    }

    /** A node may request effects only while it handles a batch. */
    void open(boolean now) {
        open = now;
    }

    void dieAfter(int effects) {
        leftToLive = effects;
    }

    boolean diesNow() {
        return leftToLive == 0;
    }

    boolean halted() {
        return halted;
    }

    void happens(Trace.Effect effect, long detail) {
        if (!open) cluster.breach(rank(), effect + " outside of a batch");
        if (leftToLive == 0) throw new Death();
        if (!life.replica().isTwin()) cluster.traps().spring(life.replica(), effect, cluster.now());
        if (leftToLive == 0) throw new Death();
        if (leftToLive > 0) leftToLive--;
        cluster.mix(rank(), effect, detail);
    }

    @Override
    public void send(int to, Message message) {
        if (message instanceof Lie lie) {
            happens(Trace.Effect.SEND, (long) to << 32);
            cluster.trace(rank(), "  lie -> #" + to, lie);
            life.mailer().lie(to, lie);
            return;
        }
        if (cluster.members().rank(to) < 0) {
            cluster.breach(rank(), "send to " + to + ", which is no member");
            return;
        }
        happens(Trace.Effect.SEND, (long) to << 32 | message.wireBytes());
        cluster.trace(rank(), "  -> #" + to, message);
        if (!life.replica().isTwin() && !cluster.passes(life.id(), message)) return;
        long before = life.mailer().handled();
        super.send(to, message);
        // If the driver sent a message after the node's call of send, a crash could lose a message
        // that the node counts as sent.
        if (life.mailer().handled() == before)
            cluster.breach(rank(), "the driver has not sent at once: " + message);
    }

    @Override
    public void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    @Override
    public void append(Entry entry) {
        happens(Trace.Effect.APPEND, entry.zxid());
        cluster.trace(rank(), "  append", entry);
        if (!life.replica().isTwin()) cluster.memory().appending(life.replica());
        super.append(entry);
        cluster.history().appended(rank(), entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        happens(Trace.Effect.VOTE, slot);
        if (slot < openFrom || openFrom < 1)
            cluster.breach(rank(), "vote in slot " + slot + ", open from " + openFrom);
        byte[] bytes = record.get();
        cluster.trace(rank(), "  vote", slot, openFrom, bytes);
        super.vote(slot, openFrom, bytes::clone);
    }

    @Override
    public void truncate(long lastZxid) {
        happens(Trace.Effect.TRUNCATE, lastZxid);
        if (cluster.tracing()) cluster.trace(rank(), "  truncate", Trace.zxid(lastZxid));
        super.truncate(lastZxid);
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        happens(Trace.Effect.READ_LOG, afterZxid);
        if (bytesMax <= 0) cluster.breach(rank(), "readLog of " + bytesMax + " bytes");
        if (cluster.tracing()) cluster.trace(rank(), "  readLog after", Trace.zxid(afterZxid));
        super.readLog(afterZxid, bytesMax);
    }

    @Override
    public void purgeLog(long throughZxid) {
        happens(Trace.Effect.PURGE_LOG, throughZxid);
        if (cluster.tracing()) cluster.trace(rank(), "  purgeLog", Trace.zxid(throughZxid));
        super.purgeLog(throughZxid);
    }

    @Override
    public void persist(byte[] state) {
        happens(Trace.Effect.PERSIST, Arrays.hashCode(state));
        cluster.trace(rank(), "  persist", state);
        super.persist(state.clone());
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        happens(Trace.Effect.DELIVER, entry.zxid());
        cluster.trace(rank(), mine ? "  deliver mine" : "  deliver", entry);
        cluster.delivering(life.replica());
        Machine machine = life.replica().machine();
        if (life.installing())
            cluster.breach(rank(), "deliver " + entry + " while a snapshot is being installed");
        if (!Zxid.follows(machine.lastZxid(), entry.zxid())) {
            cluster.breach(
                    rank(),
                    "deliver "
                            + entry
                            + " after "
                            + Zxid.toString(machine.lastZxid())
                            + ": not its successor");
        }
        Txn txn = cluster.history().intern(entry);
        machine.deliver(txn.ordinal(), entry.zxid());
        cluster.history().delivered(rank(), entry, mine, life.probe());
        life.machine().deliver(entry, () -> super.deliver(entry, mine));
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {
        happens(Trace.Effect.RECONFIGURED, now.hashCode());
        cluster.trace(rank(), mine ? "  reconfigured mine" : "  reconfigured", now);
        cluster.history().reconfigured(rank(), request, mine);
        super.reconfigured(request, mine, now);
    }

    @Override
    public void refuse(long request, Refusal why) {
        happens(Trace.Effect.REFUSE, request);
        if (cluster.tracing()) cluster.trace(rank(), "  refuse", Long.toHexString(request), why);
        cluster.history().refused(rank(), request, why);
        super.refuse(request, why);
    }

    @Override
    public void readReady(long read) {
        observeRead("readReady", read);
        super.readReady(read);
    }

    @Override
    public void readServed(long read) {
        observeRead("readServed", read);
        super.readServed(read);
    }

    private void observeRead(String effect, long read) {
        happens(Trace.Effect.READ_READY, read);
        if (cluster.tracing()) cluster.trace(rank(), "  " + effect, Long.toHexString(read));
        if (life.installing())
            cluster.breach(rank(), effect + " while a snapshot is being installed");
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        happens(Trace.Effect.TAKE_SNAPSHOT, zxid);
        if (cluster.tracing()) cluster.trace(rank(), "  takeSnapshot", Trace.zxid(zxid));
        Machine machine = life.replica().machine();
        if (life.installing())
            cluster.breach(rank(), "takeSnapshot while a snapshot is being installed");
        if (machine.lastZxid() != zxid) {
            cluster.breach(
                    rank(),
                    "takeSnapshot "
                            + Zxid.toString(zxid)
                            + ": the last delivered entry is "
                            + Zxid.toString(machine.lastZxid()));
        }
        life.machine().snapshot(digested);
        super.takeSnapshot(zxid, note, digested);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        happens(Trace.Effect.KEEP_SNAPSHOT, snapshot.zxid());
        if (cluster.tracing()) cluster.trace(rank(), "  keepSnapshot", snapshot);
        super.keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        happens(Trace.Effect.READ_SNAPSHOT, offset);
        if (cluster.tracing()) cluster.trace(rank(), "  readSnapshot", snapshot, offset);
        super.readSnapshot(snapshot, offset, bytesMax);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        happens(Trace.Effect.WRITE_SNAPSHOT, offset);
        if (cluster.tracing()) cluster.trace(rank(), "  writeSnapshot", snapshot, offset, bytes);
        super.writeSnapshot(snapshot, offset, bytes);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        happens(Trace.Effect.INSTALL_SNAPSHOT, snapshot.zxid());
        cluster.trace(rank(), "  installSnapshot", snapshot);
        cluster.coverage().saw(CommonGoal.SNAPSHOTS_INSTALLED, 1);
        life.installAsked();
        super.installSnapshot(snapshot, note, content);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        happens(Trace.Effect.SET_TIMER, (long) kind << 48 ^ delayNanos);
        if (kind < 0 || kind > TIMER_KIND_MAX || delayNanos < 0) {
            cluster.breach(rank(), "setTimer " + kind + " in " + delayNanos + " ns");
            return;
        }
        super.setTimer(kind, delayNanos);
    }

    @Override
    public void cancelTimer(int kind) {
        happens(Trace.Effect.CANCEL_TIMER, kind);
        super.cancelTimer(kind);
    }

    @Override
    public void report(String line) {
        happens(Trace.Effect.REPORT, line.hashCode());
        cluster.trace(rank(), "  report", line);
        cluster.coverage().reported(line);
        super.report(line);
    }

    @Override
    public void halt(String reason) {
        happens(Trace.Effect.HALT, reason.hashCode());
        halted = true;
        cluster.trace(rank(), "halt", reason);
        cluster.history().halted(rank(), reason);
        super.halt(reason);
    }
}
