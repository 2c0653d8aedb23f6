package io.abcast.jgroups.loop;

import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRequest;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The queue of events for the event loop, to which many threads add events. The event loop takes all waiting events at
 * once.
 *
 * <p><b>Bounds:</b> at most {@code requestsMax} requests, with at most {@code requestBytesMax} bytes together, are
 * admitted and not yet released. At this bound the inbox refuses further requests. The inbox drops received frames
 * while {@code frameBytesMax} bytes of frames wait in it. Events other than requests and frames need no bound, because
 * they are rare or answer a call of the event loop.
 */
public final class Inbox {
    /** The outcome of an attempt to add a request to the inbox. */
    public enum Admission {
        ADMITTED,
        BUSY,
        CLOSED
    }

    private final Object lock = new Object();
    private final int requestsMax;
    private final long requestBytesMax;
    private final long frameBytesMax;

    // Guarded by the field lock.
    private LoopEvent[] filling = new LoopEvent[256];
    private int count;
    private int requests;
    private long requestBytes;
    private long frameBytes;
    private boolean parked;
    private boolean closed;
    private int countMax;

    // Only the event loop uses the array {@code taken}.
    private LoopEvent[] taken = new LoopEvent[256];
    private int takenCount;
    private volatile Thread owner;

    public Inbox(int requestsMax, long requestBytesMax, long frameBytesMax) {
        this.requestsMax = requestsMax;
        this.requestBytesMax = requestBytesMax;
        this.frameBytesMax = frameBytesMax;
    }

    /**
     * Declares that the calling thread is the thread that takes the events from the inbox. Must be called before the
     * first {@link #await}.
     */
    public void own() {
        owner = Thread.currentThread();
    }

    /**
     * Adds an event to the inbox.
     *
     * @return false if the inbox has been closed
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
     * Adds an event with received frames to the inbox.
     *
     * @return false if the inbox dropped the frames, because too many bytes of frames wait, or because the inbox is
     *     closed
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
     * Admits a request to the inbox if the bounds on requests leave room for the request.
     *
     * @param bytes number of bytes that the request occupies until its release; if no other request is admitted, the
     *     inbox admits a request larger than the bound
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
     * Admits requests to the inbox, in the order of the list, as long as the inbox has room.
     *
     * @return the number of admitted requests; -1 if the inbox has been closed
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

    void release(int answered, long bytes) {
        synchronized (lock) {
            requests -= answered;
            requestBytes -= bytes;
            assert requests >= 0 && requestBytes >= 0
                    : requests + " requests, " + requestBytes + " bytes";
        }
    }

    /**
     * Takes all events that wait in the inbox. If no event waits, the method waits for an event until {@code
     * deadlineNanos} on the clock of {@link System#nanoTime}.
     *
     * @return the number of events in {@link #taken}; 0 if no event has arrived before the deadline
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
            // While the interrupt flag is set, parkNanos() returns at once. An interrupt never ends
            // the event loop.
            Thread.interrupted();
        }
    }

    /**
     * Returns the events that the last {@link #await} took. The returned array belongs to the event loop until the next
     * call of {@code await}.
     */
    public LoopEvent[] taken() {
        return taken;
    }

    /**
     * Closes the inbox, which refuses all events from now on. One more {@link #await} can still take the events that
     * already wait in the inbox.
     */
    public void close() {
        synchronized (lock) {
            closed = true;
        }
    }

    /** Returns the number of requests that the inbox has admitted and not yet released. */
    public int requests() {
        synchronized (lock) {
            return requests;
        }
    }

    /** Returns the number of bytes of the requests that the inbox has admitted and not yet released. */
    public long requestBytes() {
        synchronized (lock) {
            return requestBytes;
        }
    }

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
