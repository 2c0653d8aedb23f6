package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * The unanswered requests that callers have submitted at this member, in the order of submission.
 *
 * <p>Links and logs are FIFO, so requests in the same state are consecutive in this queue. The ordinals {@code head},
 * {@code logged}, {@code sent} and {@code tail} separate the states:
 *
 * <pre>
 *   head ... logged ... sent ... tail
 *   |        |          |
 *   |        |          not sent to any leader
 *   |        sent to the leader of this session, not seen in this member's log
 *   in this member's log
 * </pre>
 *
 * The member answers each request exactly once, even if the leader changes. When a session ends, the leader drops the
 * requests that it has not proposed. A new session makes this member's log equal to the leader's log. A sent request
 * that the synchronised log lacks will therefore never be ordered, and this member sends it again. If a snapshot has
 * replaced the log, this member cannot know which requests were ordered, and refuses the unanswered requests as {@link
 * Refusal#UNKNOWN}.
 *
 * <p>A caller may withdraw its unanswered request. If the request was not sent yet, or no leader is known, this member
 * refuses the withdrawn request and removes it from the queue. A withdrawn request that the leader may have received
 * stays in the queue until its fate is known, so that the queue stays bounded.
 *
 * <p>A leader accepts only as many waiting requests of a follower as the leader's {@code pendingMax} allows, and
 * refuses later requests without proposing them. If the leader has refused requests, the follower refuses them to their
 * callers as {@link Refusal#BUSY}.
 *
 * <p><b>Bound:</b> this queue holds at most {@code countMax} requests with {@code bytesMax} bytes in total. At the
 * bound on waiting requests, this member refuses new requests as {@link Refusal#BUSY}.
 */
final class Requests {
    private final Effects effects;
    private final int countMax;
    private final long bytesMax;

    private byte[][] payloads = new byte[64][];
    private final LongRing ids = new LongRing();
    private final LongRing zxids = new LongRing();
    private long sent;
    private long bytes;

    /**
     * Number of the last request that a caller at this member has withdrawn; all requests with lower numbers are
     * withdrawn too.
     */
    private long withdrawn = Long.MIN_VALUE;

    Requests(Effects effects, int countMax, long bytesMax) {
        this.effects = effects;
        this.countMax = countMax;
        this.bytesMax = bytesMax;
    }

    void submit(long request, byte[] payload) {
        if (count() >= countMax || bytes > bytesMax - payload.length) {
            effects.refuse(request, Refusal.BUSY);
            return;
        }
        if (count() == payloads.length) grow();
        payloads[index(ids.tail())] = payload;
        ids.add(request);
        bytes += payload.length;
    }

    void withdraw(long through) {
        withdrawn = Math.max(withdrawn, through);
        dropWithdrawn();
    }

    private void dropWithdrawn() {
        long keep = sent;
        while (keep < ids.tail() && ids.get(keep) <= withdrawn) keep++;
        drop(sent, (int) (keep - sent), Refusal.WITHDRAWN);
    }

    /**
     * Refuses to their callers all sent requests from number {@code first} on, because the leader has refused them;
     * none is in the log, because the session is FIFO.
     */
    void onRefused(long first) {
        long from = zxids.tail();
        while (from < sent && ids.get(from) < first) from++;
        int dropped = (int) (sent - from);
        sent = from;
        drop(from, dropped, Refusal.BUSY);
    }

    private void drop(long from, int dropped, Refusal why) {
        if (dropped == 0) return;
        long[] refused = new long[dropped];
        for (int i = 0; i < dropped; i++) {
            refused[i] = ids.get(from + i);
            bytes -= payloads[index(from + i)].length;
        }
        long tail = ids.tail() - dropped;
        for (long ordinal = from; ordinal < tail; ordinal++) {
            ids.set(ordinal, ids.get(ordinal + dropped));
            payloads[index(ordinal)] = payloads[index(ordinal + dropped)];
        }
        for (long ordinal = tail; ordinal < ids.tail(); ordinal++) payloads[index(ordinal)] = null;
        ids.removeFrom(tail);
        for (long request : refused) effects.refuse(request, why);
    }

    int count() {
        return (int) (ids.tail() - ids.head());
    }

    void visitQueues(QueueVisitor to) {
        to.queue("requests", count(), countMax);
        to.queue("bytes of requests", bytes, bytesMax);
    }

    boolean hasUnsent() {
        return sent < ids.tail();
    }

    long nextUnsentId() {
        return ids.get(sent);
    }

    byte[] nextUnsentPayload() {
        return payloads[index(sent)];
    }

    void markNextSent() {
        sent++;
    }

    List<Request> takeUnsent(int bytesMaximum, int countMaximum) {
        List<Request> taken = new ArrayList<>((int) Math.min(countMaximum, ids.tail() - sent));
        long size = 0;
        while (hasUnsent() && taken.size() < countMaximum) {
            size += nextUnsentPayload().length;
            if (size > bytesMaximum && !taken.isEmpty()) break;
            taken.add(new Request(nextUnsentId(), nextUnsentPayload()));
            markNextSent();
        }
        return taken;
    }

    /**
     * Returns the payload of {@code request} if it is the oldest request that was sent in this session and is not
     * logged; otherwise returns null.
     */
    byte[] sent(long request) {
        long ordinal = zxids.tail();
        return ordinal < sent && ids.get(ordinal) == request ? payloads[index(ordinal)] : null;
    }

    void onLogged(Entry entry) {
        long ordinal = zxids.tail();
        if (ordinal < sent && ids.get(ordinal) == entry.request()) zxids.add(entry.zxid());
    }

    /**
     * Records that the log was cut after {@code zxid}: the requests in the removed entries count as sent and not logged
     * again.
     */
    void onTruncated(long zxid) {
        long keep = zxids.tail();
        while (keep > zxids.head() && zxids.get(keep - 1) > zxid) keep--;
        zxids.removeFrom(keep);
    }

    /**
     * Records that a leader has synchronised this member. Requests that the log lacks were not ordered, so this member
     * sends them again, unless they are withdrawn.
     */
    void onSynchronised() {
        sent = zxids.tail();
        dropWithdrawn();
    }

    /**
     * Refuses all unanswered sent requests as {@link Refusal#UNKNOWN}, because a snapshot has replaced the log that
     * would show which of them were ordered.
     */
    void onSnapshotInstalled() {
        while (ids.head() < sent) {
            long request = ids.first();
            if (zxids.head() == zxids.tail()) zxids.add(0);
            removeFirst();
            effects.refuse(request, Refusal.UNKNOWN);
        }
    }

    /**
     * Refuses to their callers the requests that are not in this member's log, because no leader will ever order these
     * requests.
     */
    void refuseUnlogged(Refusal why) {
        sent = zxids.tail();
        for (long ordinal = sent; ordinal < ids.tail(); ordinal++) {
            int index = index(ordinal);
            bytes -= payloads[index].length;
            payloads[index] = null;
            effects.refuse(ids.get(ordinal), why);
        }
        ids.removeFrom(sent);
    }

    boolean onDelivered(Entry entry) {
        if (zxids.isEmpty() || zxids.first() != entry.zxid()) return false;
        assert ids.first() == entry.request()
                : entry + ", expected request " + Long.toHexString(ids.first());
        removeFirst();
        return true;
    }

    private void removeFirst() {
        int index = index(ids.head());
        bytes -= payloads[index].length;
        payloads[index] = null;
        ids.removeFirst();
        zxids.removeFirst();
    }

    private int index(long ordinal) {
        return (int) ordinal & payloads.length - 1;
    }

    private void grow() {
        byte[][] larger = new byte[payloads.length * 2][];
        for (long i = ids.head(); i < ids.tail(); i++)
            larger[(int) i & larger.length - 1] = payloads[index(i)];
        payloads = larger;
    }
}
