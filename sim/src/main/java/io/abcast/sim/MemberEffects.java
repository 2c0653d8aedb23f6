package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.sim.check.Txn;
import io.abcast.sim.liar.Lie;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Carries out what one member's node asks for, and notices when it asks for what the contract does not allow. */
final class MemberEffects implements Effects {
    /** Kinds of timers that a node may use: 0 to this. */
    static final int TIMER_KIND_MAX = 63;

    private record Outgoing(int to, Message message) {}

    private final Cluster cluster;
    private final Member member;
    private final List<Outgoing> outgoing = new ArrayList<>();
    private boolean open;
    private long sendNanos;

    /** Effects until the process dies in the middle of a batch; negative: it does not. */
    private int leftToLive = -1;

    MemberEffects(Cluster cluster, Member member) {
        this.cluster = cluster;
        this.member = member;
    }

    void begin() {
        open = false;
        outgoing.clear();
        leftToLive = -1;
    }

    void end() {
        leftToLive = -1;
        member.clock().cancelAll();
    }

    /** A batch begins. */
    void open() {
        open = true;
        sendNanos = 0;
    }

    /** The batch is over: what it sent departs at {@code nanos}. */
    void close(long nanos) {
        open = false;
        for (Outgoing out : outgoing) cluster.send(member.rank(), out.to(), out.message(), nanos);
        outgoing.clear();
    }

    /** Work that sending takes. */
    long sendNanos() {
        return sendNanos;
    }

    /** The process will die after this many more effects, wherever in a batch that is. */
    void dieAfter(int effects) {
        leftToLive = effects;
    }

    boolean diesNow() {
        return leftToLive == 0;
    }

    /** Before each effect: whether it still happens. */
    private boolean happens(Trace.Effect effect, long detail) {
        if (!open) {
            cluster.breach(member.rank(), effect + " outside of a batch");
            return false;
        }
        if (!member.up() || leftToLive == 0) return false;
        cluster.traps().spring(member, effect, cluster.now());
        if (leftToLive == 0) return false;
        if (leftToLive > 0) leftToLive--;
        cluster.mix(member.rank(), effect, detail);
        return true;
    }

    @Override
    public void send(int to, Message message) {
        int rank = cluster.members().rank(to);
        if (message instanceof Lie lie) {
            send(rank, lie);
            return;
        }
        if (rank < 0) cluster.breach(member.rank(), "send to " + to + ", which is no member");
        if (rank < 0 || !happens(Trace.Effect.SEND, (long) to << 32 | message.wireBytes())) return;
        cluster.trace(member.rank(), "  -> #" + to, message);
        Message passed = cluster.encoded(member.rank(), message);
        if (passed == null) return;
        sendNanos += cluster.cpuNanos(message);
        outgoing.add(new Outgoing(rank, passed));
    }

    /** A frame that no node of this member has made: whatever it is, it breaks no contract. */
    private void send(int rank, Lie lie) {
        if (!happens(Trace.Effect.SEND, (long) rank << 32)) return;
        cluster.trace(member.rank(), "  lie -> #" + cluster.members().id(rank), lie);
        Message passed = cluster.encoded(member.rank(), lie);
        if (passed == null) return;
        sendNanos += cluster.cpuNanos(passed);
        outgoing.add(new Outgoing(rank, passed));
    }

    @Override
    public void append(Entry entry) {
        if (!happens(Trace.Effect.APPEND, entry.zxid())) return;
        cluster.trace(member.rank(), "  append", entry);
        cluster.memory().appending(member);
        member.disk().append(entry);
        cluster.history().appended(member.rank(), entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        if (!happens(Trace.Effect.VOTE, slot)) return;
        if (slot < openFrom || openFrom < 1)
            cluster.breach(member.rank(), "vote in slot " + slot + ", open from " + openFrom);
        byte[] bytes = record.get();
        cluster.trace(member.rank(), "  vote", slot, openFrom, bytes);
        member.disk().vote(slot, openFrom, bytes.clone());
    }

    @Override
    public void truncate(long lastZxid) {
        if (!happens(Trace.Effect.TRUNCATE, lastZxid)) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  truncate", Trace.zxid(lastZxid));
        member.disk().truncate(lastZxid);
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        if (!happens(Trace.Effect.READ_LOG, afterZxid)) return;
        if (bytesMax <= 0) cluster.breach(member.rank(), "readLog of " + bytesMax + " bytes");
        if (cluster.tracing())
            cluster.trace(member.rank(), "  readLog after", Trace.zxid(afterZxid));
        member.disk().readLog(afterZxid, bytesMax);
    }

    @Override
    public void purgeLog(long throughZxid) {
        if (!happens(Trace.Effect.PURGE_LOG, throughZxid)) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  purgeLog", Trace.zxid(throughZxid));
        member.disk().purge(throughZxid);
    }

    @Override
    public void persist(byte[] state) {
        if (!happens(Trace.Effect.PERSIST, Arrays.hashCode(state))) return;
        cluster.trace(member.rank(), "  persist", state);
        member.disk().persist(state.clone());
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!happens(Trace.Effect.DELIVER, entry.zxid())) return;
        cluster.trace(member.rank(), mine ? "  deliver mine" : "  deliver", entry);
        cluster.delivering(member);
        Machine machine = member.machine();
        if (member.installing())
            cluster.breach(
                    member.rank(), "deliver " + entry + " while a snapshot is being installed");
        if (!Zxid.follows(machine.lastZxid(), entry.zxid())) {
            cluster.breach(
                    member.rank(),
                    "deliver "
                            + entry
                            + " after "
                            + Zxid.toString(machine.lastZxid())
                            + ": not its successor");
        }
        Txn txn = cluster.history().intern(entry);
        machine.deliver(txn.ordinal(), entry.zxid());
        cluster.history().delivered(member.rank(), entry, mine, member.probe());
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {
        if (!happens(Trace.Effect.RECONFIGURED, now.hashCode())) return;
        cluster.trace(member.rank(), mine ? "  reconfigured mine" : "  reconfigured", now);
        cluster.history().reconfigured(member.rank(), request, mine);
    }

    @Override
    public void refuse(long request, Refusal why) {
        if (!happens(Trace.Effect.REFUSE, request)) return;
        if (cluster.tracing())
            cluster.trace(member.rank(), "  refuse", Long.toHexString(request), why);
        cluster.history().refused(member.rank(), request, why);
    }

    @Override
    public void readReady(long read) {
        if (!happens(Trace.Effect.READ_READY, read)) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  readReady", Long.toHexString(read));
        if (member.installing())
            cluster.breach(member.rank(), "readReady while a snapshot is being installed");
        cluster.history().readReady(member.rank(), read);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        if (!happens(Trace.Effect.TAKE_SNAPSHOT, zxid)) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  takeSnapshot", Trace.zxid(zxid));
        Machine machine = member.machine();
        if (member.installing())
            cluster.breach(member.rank(), "takeSnapshot while a snapshot is being installed");
        if (machine.lastZxid() != zxid) {
            cluster.breach(
                    member.rank(),
                    "takeSnapshot "
                            + Zxid.toString(zxid)
                            + ": the last delivered entry is "
                            + Zxid.toString(machine.lastZxid()));
        }
        member.disk().takeSnapshot(zxid, note, digested, content(machine, zxid, digested));
    }

    /** With a digest, equal states must have equal bytes; otherwise only if the cluster says so. */
    private byte[] content(Machine machine, long zxid, boolean digested) {
        return digested || cluster.equalSnapshots()
                ? machine.snapshot(0, cluster.snapshotPadding(zxid))
                : machine.snapshot(member.rank(), cluster.snapshotPadding());
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        if (!happens(Trace.Effect.KEEP_SNAPSHOT, snapshot.zxid())) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  keepSnapshot", snapshot);
        member.disk().keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        if (!happens(Trace.Effect.READ_SNAPSHOT, offset)) return;
        if (cluster.tracing()) cluster.trace(member.rank(), "  readSnapshot", snapshot, offset);
        member.disk().readSnapshot(snapshot, offset, bytesMax);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        if (!happens(Trace.Effect.WRITE_SNAPSHOT, offset)) return;
        if (cluster.tracing())
            cluster.trace(member.rank(), "  writeSnapshot", snapshot, offset, bytes);
        member.disk().writeSnapshot(snapshot, offset, bytes);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        if (!happens(Trace.Effect.INSTALL_SNAPSHOT, snapshot.zxid())) return;
        cluster.trace(member.rank(), "  installSnapshot", snapshot);
        cluster.coverage().saw(Sight.SNAPSHOTS_INSTALLED, 1);
        member.installAsked();
        member.disk().installSnapshot(snapshot, note, content);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        if (!happens(Trace.Effect.SET_TIMER, (long) kind << 48 ^ delayNanos)) return;
        if (kind < 0 || kind > TIMER_KIND_MAX || delayNanos < 0) {
            cluster.breach(member.rank(), "setTimer " + kind + " in " + delayNanos + " ns");
            return;
        }
        member.clock().set(kind, delayNanos);
    }

    @Override
    public void cancelTimer(int kind) {
        if (!happens(Trace.Effect.CANCEL_TIMER, kind)) return;
        member.clock().cancel(kind);
    }

    @Override
    public void report(String line) {
        if (!happens(Trace.Effect.REPORT, line.hashCode())) return;
        cluster.trace(member.rank(), "  report", line);
        cluster.coverage().reported(line);
    }

    @Override
    public void halt(String reason) {
        if (!happens(Trace.Effect.HALT, reason.hashCode())) return;
        member.halt(reason);
        cluster.history().halted(member.rank(), reason);
    }
}
