package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.epaxos.EpaxosMessage.Behind;
import io.abcast.ordering.log.Fetching;
import io.abcast.ordering.log.Journal;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.PeerServices;
import io.abcast.ordering.log.Refusals;
import io.abcast.ordering.log.SnapshotServing;
import io.abcast.ordering.log.SnapshotTarget;
import io.abcast.ordering.log.Snapshots;
import java.util.TreeMap;

/**
 * Takes, installs and transfers the snapshots of a member. A member takes snapshots only between two strongly connected
 * components of instances, so a snapshot never contains a part of a component.
 *
 * <p>The zxid of a snapshot counts the requests that took effect at this member. If no request took effect since the
 * last snapshot, the member offers its last snapshot again, with a new list of executed instances.
 */
final class SnapshotCare implements SnapshotTarget {
    private final PeerServices peer;
    private final EpaxosState state;
    private final Journal journal;
    private final Snapshots snapshots;
    private final Fetching fetching;
    private final SnapshotServing serving;

    /** By zxid of a stored snapshot: the number up to which the snapshot contains all instances of each origin. */
    private final TreeMap<Long, Prefixes> executed = new TreeMap<>();

    /** Id of a member that has dropped an instance which is undecided at this member; 0 without such a member. */
    private int ahead;

    private long askedNanos = Long.MIN_VALUE / 2;
    private boolean installing;

    private boolean clearing;

    SnapshotCare(PeerServices peer, EpaxosState state, Journal journal, Effects effects) {
        this.peer = peer;
        this.state = state;
        this.journal = journal;
        snapshots = new Snapshots(effects, peer.config());
        fetching = new Fetching(peer, effects, this, 1);
        serving = new SnapshotServing(peer, effects, snapshots, 1);
        state.connect(this);
    }

    void recover(Recovered recovered) {
        EpaxosNote note = EpaxosNote.decode(recovered.note(), peer.members());
        snapshots.recover(recovered, false, any -> note.zxid());
        executed.put(note.zxid(), note.prefixes());
        fetching.recover(recovered);
    }

    SnapshotId newest() {
        return snapshots.newest();
    }

    SnapshotServing serving() {
        return serving;
    }

    Fetching fetching() {
        return fetching;
    }

    /** The node calls {@code onExecuted} after each executed component. */
    void onExecuted(long bytesBefore) {
        snapshots.onSlot(bytesBefore, state.bytes(), state.zxid(), state.zxid(), this::note);
    }

    private byte[] note() {
        EpaxosNote note = state.note();
        executed.putIfAbsent(note.zxid(), note.prefixes());
        return note.encode();
    }

    void onTaken(SnapshotId snapshot, Digest content) {
        if (snapshots.onTaken(snapshot, content) == null) return;
        // Only journal records before the previous snapshot are deleted: if the newest snapshot is
        // damaged, the member restarts from the previous one.
        Prefixes kept = executed.get(snapshots.logAfter());
        if (kept != null) state.closeThrough(kept);
        executed.headMap(snapshots.logAfter(), false).clear();
    }

    // ------------------------------------------------------------------ serving

    void onBehind(int from, Behind m) {
        if (installing || !serving.mayOffer(from)) return;
        Dependencies here = state.executedHere();
        if (!hasMore(here, m.executed())) return;
        SnapshotId newest = snapshots.newest();
        if (newest.zxid() == state.zxid()) {
            offer(from, new Snapshots.Own(newest, state.note().encode(), state.zxid(), null));
            return;
        }
        Snapshots.Own offered = snapshots.offered();
        // An old snapshot helps the asking member only if it contains all instances that this
        // member has dropped, and all instances that the asking member may have dropped. If the old
        // snapshot lacks an instance that one of the two members has dropped, this member takes a
        // new snapshot.
        Prefixes common = new Prefixes(m.executed().frontier()).min(new Prefixes(here.frontier()));
        Prefixes needed = state.droppedHere().max(common);
        if (offered != null && read(offered.note()).prefixes().contain(needed))
            offer(from, offered);
        else snapshots.take(state.zxid(), state.zxid(), this::note);
    }

    private void offer(int to, Snapshots.Own own) {
        serving.offer(to, own, new byte[0]);
    }

    private EpaxosNote read(byte[] note) {
        return EpaxosNote.decode(note, peer.members());
    }

    private boolean hasMore(Dependencies one, Dependencies other) {
        for (int r = 0; r < peer.members().size(); r++)
            if (one.frontier(r) > other.frontier(r)) return true;
        return false;
    }

    // ------------------------------------------------------------------ fetching

    void behind(int member) {
        ahead = member;
    }

    void onTick() {
        if (fetching.onTick() || ahead == 0) return;
        if (peer.nowNanos() - askedNanos <= peer.config().retryNanos()) return;
        askedNanos = peer.nowNanos();
        peer.send(ahead, new Behind(state.executedHere()));
        ahead = 0;
    }

    void onOffer(int from, Offer m) {
        if (fetching.isActive() || installing) return;
        EpaxosNote note;
        try {
            note = read(m.note());
        } catch (MalformedFrameException e) {
            peer.refuse(from, m, Refusals.Reason.CONTENT);
            return;
        }
        if (note.zxid() != m.snapshot().zxid()) {
            peer.refuse(from, m, Refusals.Reason.CONTENT);
            return;
        }
        Snapshots.Own offered = new Snapshots.Own(m.snapshot(), m.note(), note.zxid(), null);
        if (isNews(offered)) fetching.begin(from, offered);
    }

    @Override
    public boolean installing() {
        return installing;
    }

    @Override
    public boolean isNews(Snapshots.Own snapshot) {
        EpaxosNote note = read(snapshot.note());
        // This member must not install a snapshot that lacks an instance which it has dropped,
        // because it could not execute the instance again.
        return note.prefixes().contain(state.droppedHere())
                && hasMore(note.executed(), state.executedHere());
    }

    @Override
    public void install(SnapshotId id, byte[] note, Digest content) {
        installing = true;
        journal.install(id, note, content);
    }

    /**
     * The node calls {@code clear} after the loss of the end of its log, because it no longer knows which instances it
     * has executed.
     */
    void clear() {
        clearing = true;
        install(SnapshotId.EMPTY, new byte[0], null);
    }

    void onInstalled(SnapshotId snapshot, boolean installed) {
        Snapshots.Own own = fetching.end(snapshot, installed);
        if (clearing && installed)
            own = new Snapshots.Own(SnapshotId.EMPTY, new byte[0], Zxid.NONE, null);
        clearing = false;
        installing = false;
        if (own == null) {
            state.resume();
            return;
        }
        EpaxosNote note = read(own.note());
        snapshots.onInstalled(own);
        executed.clear();
        executed.put(note.zxid(), note.prefixes());
        state.install(note);
        state.closeThrough(note.prefixes());
    }

    void visitQueues(QueueVisitor to) {
        snapshots.visitQueues(to);
        fetching.visitQueues(to);
    }
}
