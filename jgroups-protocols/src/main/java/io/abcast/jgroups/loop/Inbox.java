package io.abcast.jgroups.loop;

import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRequest;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The queue of events for the event loop. Many threads add events, and one thread takes all of them at once. A thread
 * that adds an event never waits for the loop: the loop swaps two arrays under a lock, which takes a few instructions.
 *
 * <p><b>Bounds:</b> at most {@code requestsMax} requests are admitted and not yet released, with at most {@code
 * requestBytesMax} bytes together. Admitted requests wait in this queue or in the node. Further requests are refused.
 * Frames are dropped while {@code frameBytesMax} bytes of frames wait in this queue; the protocol then detects a gap
 * and re-synchronises. All other events need no bound, because they answer a call of the loop or are rare.
 */
public final class Inbox {
    /** The outcome of an admission. */
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

    // Used by the event loop only.
    private LoopEvent[] taken = new LoopEvent[256];
    private int takenCount;
    private volatile Thread owner;

    public Inbox(int requestsMax, long requestBytesMax, long frameBytesMax) {
        this.requestsMax = requestsMax;
        this.requestBytesMax = requestBytesMax;
        this.frameBytesMax = frameBytesMax;
    }

    /**
     * Declares that the calling thread takes the events. The thread calls this method before the first {@link #await}.
     */
    public void own() {
        owner = Thread.currentThread();
    }

    /**
     * Adds an event.
     *
     * @return false if the inbox is closed
     */
    public boolean post(LoopEvent event) {
        boolean wake;
        synchronized (lock) {
            if (closed) return false;
            wake = add(event);
        }
        if (wake) LockSupport.unpark(owner);
        return true;
    }

    /**
     * Adds received frames.
     *
     * @return false if the frames were dropped because too many bytes wait, or because the inbox is closed
     */
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

    /**
     * Admits a request, unless a bound is reached.
     *
     * @param bytes bytes that the request occupies until it is released; a request larger than the bound is admitted if
     *     there is no other request
     */
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
     * Admits requests in the order of the list while there is room, and wakes the event loop once.
     *
     * @return the number of admitted requests; -1 if the inbox is closed
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

    /** Subtracts answered requests from the counted requests and bytes, so that new requests can be admitted. */
    void release(int answered, long bytes) {
        synchronized (lock) {
            requests -= answered;
            requestBytes -= bytes;
            assert requests >= 0 && requestBytes >= 0
                    : requests + " requests, " + requestBytes + " bytes";
        }
    }

    /**
     * Takes all waiting events. If no event waits, the method waits for one until {@code deadlineNanos} on the clock of
     * {@link System#nanoTime}.
     *
     * @return the number of events in {@link #taken}; 0 at the deadline
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
            // With the interrupt flag set, parkNanos would always return at once. An interrupt
            // never ends the loop.
            Thread.interrupted();
        }
    }

    /** The events that the last {@link #await} took; owned by the loop until the next call. */
    public LoopEvent[] taken() {
        return taken;
    }

    /** Refuses all further events. The events that wait can still be taken by one more {@link #await}. */
    public void close() {
        synchronized (lock) {
            closed = true;
        }
    }

    /** Number of requests that are admitted and not yet released. */
    public int requests() {
        synchronized (lock) {
            return requests;
        }
    }

    /** Bytes of the requests admitted and not yet released. */
    public long requestBytes() {
        synchronized (lock) {
            return requestBytes;
        }
    }

    /** The maximum number of events that have waited at a time. */
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
