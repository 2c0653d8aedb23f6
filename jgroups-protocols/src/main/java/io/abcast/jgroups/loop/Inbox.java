package io.abcast.jgroups.loop;

import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRequest;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What waits for the event loop: many threads put, one takes everything at once. Putting never waits for the loop:
 * two arrays are swapped under a lock that is held for a few instructions.
 *
 * <p><b>Bounds:</b> requests are admitted while fewer than {@code requestsMax}, of {@code requestBytesMax} bytes together,
 * are admitted and not yet released, whether they wait here or in the node; more are refused. GroupFrames are dropped while
 * {@code frameBytesMax} bytes of them wait here; the protocol then sees a gap and re-synchronises. Everything else that is
 * posted answers something the loop asked for, or is rare.
 */
public final class Inbox {
    /** What became of a request. */
    public enum Admission {
        ADMITTED,
        BUSY,
        CLOSED
    }

    private final Object lock = new Object();
    private final int requestsMax;
    private final long requestBytesMax;
    private final long frameBytesMax;

    // Guarded by lock.
    private LoopEvent[] filling = new LoopEvent[256];
    private int count;
    private int requests;
    private long requestBytes;
    private long frameBytes;
    private boolean parked;
    private boolean closed;
    private int countMax;

    // The loop's own.
    private LoopEvent[] taken = new LoopEvent[256];
    private int takenCount;
    private volatile Thread owner;

    public Inbox(int requestsMax, long requestBytesMax, long frameBytesMax) {
        this.requestsMax = requestsMax;
        this.requestBytesMax = requestBytesMax;
        this.frameBytesMax = frameBytesMax;
    }

    /** The thread that takes; call it there, before the first {@link #await}. */
    public void own() {
        owner = Thread.currentThread();
    }

    /** @return false if the inbox is closed */
    public boolean post(LoopEvent event) {
        boolean wake;
        synchronized (lock) {
            if (closed) return false;
            wake = add(event);
        }
        if (wake) LockSupport.unpark(owner);
        return true;
    }

    /** @return false if the frames were dropped because too many wait, or the inbox is closed */
    public boolean postFrames(LoopEvent event, long bytes) {
        boolean wake;
        synchronized (lock) {
            if (closed || frameBytes >= frameBytesMax) return false;
            frameBytes += bytes;
            wake = add(event);
        }
        if (wake) LockSupport.unpark(owner);
        return true;
    }

    /** @param bytes what it counts for until it is released; one larger than the bound is taken when it is alone */
    public Admission admit(LoopEvent request, int bytes) {
        boolean wake;
        synchronized (lock) {
            if (closed) return Admission.CLOSED;
            if (!room(bytes)) return Admission.BUSY;
            wake = enter(request, bytes);
        }
        if (wake) LockSupport.unpark(owner);
        return Admission.ADMITTED;
    }

    /**
     * Admits requests in their order while there is room for them; who takes them is woken once.
     *
     * @return how many were admitted; -1: the inbox is closed
     */
    public int admitAll(List<? extends PendingRequest> together) {
        boolean wake = false;
        int admitted = 0;
        synchronized (lock) {
            if (closed) return -1;
            for (PendingRequest request : together) {
                if (!room(request.bytes())) break;
                wake |= enter(request, request.bytes());
                admitted++;
            }
        }
        if (wake) LockSupport.unpark(owner);
        return admitted;
    }

    /** Gives back the places of answered requests. */
    void release(int answered, long bytes) {
        synchronized (lock) {
            requests -= answered;
            requestBytes -= bytes;
            assert requests >= 0 && requestBytes >= 0
                    : requests + " requests, " + requestBytes + " bytes";
        }
    }

    /**
     * Takes all that waits; waits for something until {@code deadlineNanos} on {@link System#nanoTime}'s clock.
     *
     * @return how many events {@link #taken} now holds, 0 if time is up
     */
    public int await(long deadlineNanos) {
        Thread.interrupted();
        Arrays.fill(taken, 0, takenCount, null);
        takenCount = 0;
        while (true) {
            long left = 0;
            synchronized (lock) {
                if (count > 0 || (left = deadlineNanos - System.nanoTime()) <= 0) {
                    parked = false;
                    return swap();
                }
                parked = true;
            }
            LockSupport.parkNanos(this, left);
            // With the flag set it would return at once, for ever. Nothing here ends by an
            // interrupt.
            Thread.interrupted();
        }
    }

    /** What the last {@link #await} took; owned by the loop until the next one. */
    public LoopEvent[] taken() {
        return taken;
    }

    /** Refuses everything from now on; what still waits can be taken by one more {@link #await}. */
    public void close() {
        synchronized (lock) {
            closed = true;
        }
    }

    /** Requests admitted and not yet released. */
    public int requests() {
        synchronized (lock) {
            return requests;
        }
    }

    /** Their bytes. */
    public long requestBytes() {
        synchronized (lock) {
            return requestBytes;
        }
    }

    /** The most events that ever waited. */
    int countMax() {
        synchronized (lock) {
            return countMax;
        }
    }

    private boolean room(int bytes) {
        return requests < requestsMax && (requests == 0 || requestBytes + bytes <= requestBytesMax);
    }

    private boolean enter(LoopEvent request, int bytes) {
        requests++;
        requestBytes += bytes;
        return add(request);
    }

    /** @return whether the loop has to be woken */
    private boolean add(LoopEvent event) {
        if (count == filling.length) filling = Arrays.copyOf(filling, 2 * count);
        filling[count++] = event;
        if (!parked) return false;
        parked = false;
        return true;
    }

    private int swap() {
        LoopEvent[] empty = taken;
        taken = filling;
        takenCount = count;
        filling = empty;
        countMax = Math.max(countMax, count);
        count = 0;
        frameBytes = 0;
        return takenCount;
    }
}
