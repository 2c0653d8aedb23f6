package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.Snapshots.Own;
import java.util.TreeSet;

/**
 * Fetches one snapshot from one other member, chunk by chunk, and asks this member's storage to install the snapshot.
 *
 * <p>If members may lie, this member fetches a snapshot only after it has a proof of the snapshot's length and digest.
 * This member never fetches the snapshot again from a member that has sent bytes with another digest. If this member
 * changes to another source, it restarts the transfer, so that it never mixes bytes of different members.
 */
public final class Fetching {
    private static final int SCORE_MAX = 4 * Fetching.CHUNKS_PER_RETRY;

    /** Amount by which one repeated request raises {@link #score}; one arrived chunk lowers the score by 1. */
    private static final int CHUNKS_PER_RETRY = 8;

    private final PeerServices ports;
    private final Effects effects;
    private final SnapshotTarget target;
    private final int witnesses;

    private Own wanted;

    private int source;
    private long offset;
    private long askedNanos;

    private boolean writing;

    /**
     * Measures how slow the source of the snapshot is: repeated requests raise the score, and arrived chunks lower it.
     */
    private int score;

    /**
     * The snapshot that this member tried to fetch last, whose failed sources are in {@link #wrong} and {@link #slow}.
     */
    private SnapshotId tried = SnapshotId.EMPTY;

    private final TreeSet<Integer> wrong = new TreeSet<>();

    private final TreeSet<Integer> slow = new TreeSet<>();

    private SnapshotId partial;
    private long partialBytes;
    private long fetches;

    /**
     * @param witnesses number of members that must give equal answers before this member believes the answers; 1 if no
     *     member may lie
     */
    public Fetching(PeerServices ports, Effects effects, SnapshotTarget target, int witnesses) {
        this.ports = ports;
        this.effects = effects;
        this.target = target;
        this.witnesses = witnesses;
    }

    public void recover(Recovered recovered) {
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
    }

    /**
     * Passes the lengths and bounds of the sets of sources to the visitor {@code to}, see {@link LogNode#visitQueues}.
     */
    public void visitQueues(QueueVisitor to) {
        int members = ports.members().size();
        to.queue("sources with other bytes", wrong.size(), members);
        to.queue("slow sources", slow.size(), members);
    }

    public boolean isActive() {
        return wanted != null;
    }

    /** Number of snapshot transfers that this member has begun. */
    public long fetches() {
        return fetches;
    }

    public void begin(int from, Own snapshot) {
        if (!snapshot.id().equals(tried)) {
            tried = snapshot.id();
            wrong.clear();
            slow.clear();
        }
        // At most witnesses - 1 members are faulty. If as many as witnesses sources have failed,
        // the fault is at this member, so it may ask these sources again.
        if (wrong.size() >= witnesses) wrong.clear();
        if (slow.size() >= witnesses) slow.clear();
        if (wrong.contains(from) || slow.contains(from)) return;
        wanted = snapshot;
        source = from;
        score = 0;
        writing = false;
        // The storage may hold the first bytes of the snapshot from an unknown member, so this
        // member continues such a transfer only if members do not lie.
        offset = witnesses == 1 && wanted.id().equals(partial) ? partialBytes : 0;
        partial = null;
        fetches++;
        ports.report("fetching snapshot " + wanted.id() + " from " + from);
        next();
    }

    /**
     * Repeats the request for a chunk if the source has not answered in time.
     *
     * @return whether this member is fetching or installing a snapshot
     */
    public boolean onTick() {
        if (target.installing()) return true;
        if (wanted == null) return false;
        if (writing || ports.nowNanos() - askedNanos <= ports.config().retryNanos()) return true;
        score += CHUNKS_PER_RETRY;
        if (score < SCORE_MAX) {
            fetch();
            return true;
        }
        ports.report("fetching snapshot " + wanted.id() + " from " + source + ": gave up");
        slow.add(source);
        wanted = null;
        return false;
    }

    private void next() {
        if (offset < wanted.id().bytes()) fetch();
        else if (!target.isNews(wanted)) wanted = null;
        else target.install(wanted.id(), wanted.note(), wanted.content());
    }

    private void fetch() {
        askedNanos = ports.nowNanos();
        ports.send(source, new Fetch(wanted.id(), offset));
    }

    public void onChunk(int from, Chunk m) {
        if (wanted == null || from != source || !m.snapshot().equals(wanted.id())) {
            if (witnesses > 1) ports.refuse(from, m, Refusals.Reason.UNASKED);
            return;
        }
        if (target.installing() || writing || m.offset() != offset) return;
        if (m.bytes().length == 0 || m.bytes().length > wanted.id().bytes() - offset) {
            ports.refuse(from, m, Refusals.Reason.CONTENT);
            return;
        }
        writing = true;
        effects.writeSnapshot(wanted.id(), offset, m.bytes());
    }

    public void onWritten(SnapshotId snapshot, long nextOffset) {
        if (wanted == null || target.installing() || !snapshot.equals(wanted.id())) return;
        writing = false;
        if (nextOffset > offset) score = Math.max(0, score - 1);
        offset = nextOffset;
        next();
    }

    /**
     * Ends the transfer of the snapshot after the storage has installed or rejected it; a rejected snapshot is not
     * fetched from the same source again.
     *
     * @return the installed snapshot; {@code null} if the storage has not installed it
     */
    public Own end(SnapshotId snapshot, boolean installed) {
        Own fetched = wanted;
        wanted = null;
        if (installed) return fetched;
        ports.report("snapshot " + snapshot + " from " + source + " arrived damaged");
        wrong.add(source);
        return null;
    }
}
