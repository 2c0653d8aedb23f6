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
 * <p>Links and logs are FIFO, so the requests in each state are consecutive in this queue. The ordinals {@code head},
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
 * requests that it has not proposed. A new session makes this member's log equal to the leader's log. If a request of
 * an earlier session is then not in this member's log, no leader orders the request for the earlier session. This
 * member sends again each request of an earlier session that its log lacks. If a snapshot replaced the log, this member
 * cannot know which of its unanswered requests were ordered. This member then refuses the unanswered requests as
 * {@link Refusal#UNKNOWN}.
 *
 * <p>A caller may withdraw its unanswered request. If a withdrawn request was not sent yet, or no leader is known, this
 * member refuses the request. The refused request no longer counts as one of the {@code countMax} requests. A withdrawn
 * request that the present leader has received counts as one of the {@code countMax} requests until this member knows
 * whether the request is ordered. If withdrawn requests at the leader did not count, the number of withdrawn requests
 * would have no bound.
 *
 * <p>A leader accepts only as many waiting requests of a follower as the leader's {@code pendingMax} allows, and
 * refuses later requests. A follower whose requests the leader has refused refuses these requests to its callers as
 * {@link Refusal#BUSY}. The leader has not proposed the requests that it refuses, and never proposes them.
 *
 * <p><b>Bound:</b> this queue holds at most {@code countMax} requests with at most {@code bytesMax} bytes in total. If
 * the queue has reached {@code countMax} or {@code bytesMax}, this member refuses new requests as {@link Refusal#BUSY}.
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
     * Number of the last request that a caller at this member has withdrawn. All requests with lower numbers than the
     * last withdrawn request are withdrawn too.
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

    /** Withdraws the requests up to number {@code through}, because their callers no longer wait for answers. */
    void withdraw(long through) {
        withdrawn = Math.max(withdrawn, through);
        dropWithdrawn();
    }

    /**
     * Refuses the withdrawn requests that were not sent to a leader. The withdrawn requests are the oldest of the
     * requests that this member has not sent.
     */
    private void dropWithdrawn() {
        long keep = sent;
        while (keep < ids.tail() && ids.get(keep) <= withdrawn) keep++;
        drop(sent, (int) (keep - sent), Refusal.WITHDRAWN);
    }

    /**
     * Handles the message in which the leader refuses all sent requests from number {@code first} on. The requests that
     * the leader refused are not in this member's log, because the session is FIFO.
     */
    void onRefused(long first) {
        long from = zxids.tail();
        while (from < sent && ids.get(from) < first) from++;
        int dropped = (int) (sent - from);
        sent = from;
        drop(from, dropped, Refusal.BUSY);
    }

    /**
     * Removes {@code dropped} requests that are not in the log, from ordinal {@code from} on, and refuses these
     * requests to their callers with the reason {@code why}.
     */
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

    /** Reports the fill levels of this queue to {@code to}; see {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("requests", count(), countMax);
        to.queue("bytes of requests", bytes, bytesMax);
    }

    boolean hasUnsent() {
        return sent < ids.tail();
    }

    /**
     * Returns the number of the next request that this member sends or proposes. Callers must have checked with
     * {@link #hasUnsent} that an unsent request waits.
     */
    long nextUnsentId() {
        return ids.get(sent);
    }

    byte[] nextUnsentPayload() {
        return payloads[index(sent)];
    }

    void markNextSent() {
        sent++;
    }

    /**
     * Returns the next unsent requests: about {@code bytesMaximum} bytes, and at least one request if there is any. The
     * requests that this method returns count as sent from now on.
     */
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

    /** Notes that this member's log has a new entry whose request was submitted at this member. */
    void onLogged(Entry entry) {
        long ordinal = zxids.tail();
        if (ordinal < sent && ids.get(ordinal) == entry.request()) zxids.add(entry.zxid());
    }

    /** Notes that the log was cut after {@code zxid}, because the later entries were not ordered. */
    void onTruncated(long zxid) {
        long keep = zxids.tail();
        while (keep > zxids.head() && zxids.get(keep - 1) > zxid) keep--;
        zxids.removeFrom(keep);
    }

    /**
     * Notes that, after a synchronisation, this member's log equals the leader's log. Requests that are not in this
     * member's log were then not ordered. This member sends the requests that were not ordered again, unless they are
     * withdrawn.
     */
    void onSynchronised() {
        sent = zxids.tail();
        dropWithdrawn();
    }

    /** Notes that a snapshot has replaced this member's log. */
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

    /**
     * Removes the oldest unanswered request if {@code entry}, which was submitted at this member, answers it.
     *
     * @return whether the entry answers the oldest unanswered request
     */
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
