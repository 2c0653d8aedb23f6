package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * The unanswered requests that were submitted at this member, in their order.
 *
 * <p>Links and logs are FIFO, so the requests in each state are consecutive. Three ordinals separate the states:
 *
 * <pre>
 *   head ... logged ... sent ... tail
 *   |        |          |
 *   |        |          not sent to any leader
 *   |        sent to the leader of this session, not seen in this member's log
 *   in this member's log
 * </pre>
 *
 * Each request is completed exactly once, even if the leader changes. When a session ends, the leader drops the
 * requests that it has not proposed. A new session makes this member's log equal to the leader's log. So a request of
 * an earlier session that is not in the log after that will never be ordered, and this member sends the request again.
 * If a snapshot replaced the log, this member cannot know which requests were ordered, and refuses them as {@link
 * Refusal#UNKNOWN}.
 *
 * <p>A request that is withdrawn before it was sent, or while no leader is known, is refused and no longer counts
 * against the bound. A request that the present leader has received counts until this member knows whether it is
 * ordered. Otherwise the number of withdrawn requests at a leader would have no bound.
 *
 * <p>A leader accepts only as many requests of a follower as the leader's bound allows, and refuses the others. The
 * follower then refuses them to its callers as {@link Refusal#BUSY}. The leader has not proposed these requests and
 * never will.
 *
 * <p><b>Bound:</b> {@code countMax} requests and {@code bytesMax} bytes of requests. At a bound, requests are refused
 * as {@link Refusal#BUSY}.
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

    /** Number of the last withdrawn request. All requests with lower numbers are withdrawn too. */
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

    /** Withdraws the requests up to number {@code through}, because their callers no longer wait. */
    void withdraw(long through) {
        withdrawn = Math.max(withdrawn, through);
        dropWithdrawn();
    }

    /** Refuses the withdrawn requests that were not sent. Withdrawn requests are the oldest of the unsent requests. */
    private void dropWithdrawn() {
        long keep = sent;
        while (keep < ids.tail() && ids.get(keep) <= withdrawn) keep++;
        drop(sent, (int) (keep - sent), Refusal.WITHDRAWN);
    }

    /**
     * Handles a refusal by the leader of all sent requests from number {@code first} on. None of these requests is in
     * the log, because the session is FIFO.
     */
    void onRefused(long first) {
        long from = zxids.tail();
        while (from < sent && ids.get(from) < first) from++;
        int dropped = (int) (sent - from);
        sent = from;
        drop(from, dropped, Refusal.BUSY);
    }

    /** Refuses requests that are not in the log, from ordinal {@code from} on. */
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

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("requests", count(), countMax);
        to.queue("bytes of requests", bytes, bytesMax);
    }

    boolean hasUnsent() {
        return sent < ids.tail();
    }

    /** Returns the next request to be sent or proposed. Only called if {@link #hasUnsent} is true. */
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
     * Returns the next unsent requests, at least one if there is any, and about {@code bytesMaximum} bytes. The
     * returned requests count as sent from then on.
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

    /** Reports that an entry whose request was submitted at this member was appended to this member's log. */
    void onLogged(Entry entry) {
        long ordinal = zxids.tail();
        if (ordinal < sent && ids.get(ordinal) == entry.request()) zxids.add(entry.zxid());
    }

    /** Reports that the log was cut after {@code zxid}, because the later entries were not ordered. */
    void onTruncated(long zxid) {
        long keep = zxids.tail();
        while (keep > zxids.head() && zxids.get(keep - 1) > zxid) keep--;
        zxids.removeFrom(keep);
    }

    /**
     * Reports that this member's log equals the leader's log. Requests that are not in the log were not ordered. Such
     * requests are sent again unless they are withdrawn.
     */
    void onSynchronised() {
        sent = zxids.tail();
        dropWithdrawn();
    }

    /** Reports that a snapshot has replaced the log. */
    void onSnapshotInstalled() {
        while (ids.head() < sent) {
            long request = ids.first();
            if (zxids.head() == zxids.tail()) zxids.add(0);
            removeFirst();
            effects.refuse(request, Refusal.UNKNOWN);
        }
    }

    /** Refuses the requests that are not in this member's log, because they will never be ordered. */
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
     * @return whether the entry answers that request
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
