package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that entered at this member and are not answered yet, in their order.
 *
 * <p>Links and logs are FIFO, so the states are consecutive ranges and three ordinals say it all:
 *
 * <pre>
 *   head ... logged ... sent ... tail
 *   |        |          |
 *   |        |          not sent to any leader
 *   |        sent to the leader of this session, not seen in this member's log
 *   in this member's log
 * </pre>
 *
 * A change of leader completes each request exactly once. When a new session has brought this member's log up to the
 * leader's, a request that was sent in an earlier session and is not in the log never will be: every leader drops what it
 * has not proposed when a session ends. Such requests are sent again. Only when a snapshot replaced the log can this
 * member not tell, and refuses them as {@link Refusal#UNKNOWN}.
 *
 * <p>A request that is withdrawn before it was sent, or between two leaders, is not sent (again): it is refused, which gives
 * its place back. One that the present leader has keeps its place until its fate is known, or a leader's queue of requests
 * that nobody waits for would have no bound.
 *
 * <p>A leader takes no more requests of a follower than its own bound; the others it refuses, and they are refused here
 * as {@link Refusal#BUSY}. They were not proposed, and never will be.
 *
 * <p><b>Bound:</b> {@code countMax} requests and {@code bytesMax} bytes of them; more are refused as {@link Refusal#BUSY}.
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

    /** Up to this request nobody waits. */
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

    /** Nobody waits any longer for the requests up to this one. */
    void withdraw(long through) {
        withdrawn = Math.max(withdrawn, through);
        dropWithdrawn();
    }

    /** Of the unsent ones, the withdrawn are the oldest. */
    private void dropWithdrawn() {
        long keep = sent;
        while (keep < ids.tail() && ids.get(keep) <= withdrawn) keep++;
        drop(sent, (int) (keep - sent), Refusal.WITHDRAWN);
    }

    /** The leader has taken none of the sent requests from {@code first} on. Its session is FIFO: none of them is in the log. */
    void onRefused(long first) {
        long from = zxids.tail();
        while (from < sent && ids.get(from) < first) from++;
        int dropped = (int) (sent - from);
        sent = from;
        drop(from, dropped, Refusal.BUSY);
    }

    /** Refuses requests that are not in the log, beginning with that ordinal. */
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

    /** The next request to be sent or proposed; needs {@link #hasUnsent}. */
    long nextUnsentId() {
        return ids.get(sent);
    }

    byte[] nextUnsentPayload() {
        return payloads[index(sent)];
    }

    void markNextSent() {
        sent++;
    }

    /** The next unsent requests, at least one if there is any, about {@code bytesMaximum} bytes; they count as sent. */
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

    /** The payload of the oldest request that was sent in this session and is not logged; null if that is another one. */
    byte[] sent(long request) {
        long ordinal = zxids.tail();
        return ordinal < sent && ids.get(ordinal) == request ? payloads[index(ordinal)] : null;
    }

    /** An entry of this origin was appended to this member's log. */
    void onLogged(Entry entry) {
        long ordinal = zxids.tail();
        if (ordinal < sent && ids.get(ordinal) == entry.request()) zxids.add(entry.zxid());
    }

    /** The log was cut: what was in it after {@code zxid} was not ordered. */
    void onTruncated(long zxid) {
        long keep = zxids.tail();
        while (keep > zxids.head() && zxids.get(keep - 1) > zxid) keep--;
        zxids.removeFrom(keep);
    }

    /** The log equals the leader's: whatever is not in it was not ordered and is to be sent again, if anybody still waits. */
    void onSynchronised() {
        sent = zxids.tail();
        dropWithdrawn();
    }

    /** The log was replaced by a snapshot. */
    void onSnapshotInstalled() {
        while (ids.head() < sent) {
            long request = ids.first();
            if (zxids.head() == zxids.tail()) zxids.add(0);
            removeFirst();
            effects.refuse(request, Refusal.UNKNOWN);
        }
    }

    /** What is not in this member's log never will be ordered. */
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

    /** @return whether the entry, of this origin, answers the oldest unanswered request; it is then gone */
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
