package io.abcast.jgroups;

import java.util.ArrayList;
import java.util.List;
import org.jgroups.logging.Log;

/**
 * What a batch has decided for local callers. They are told at its end, when everything that the batch had to send is on
 * its way, and their places in the {@link Inbox} become free.
 *
 * <p><b>Thread rule:</b> used by the event loop only.
 */
final class Answers {
    private final String name;
    private final Log log;
    private final Inbox inbox;
    private final Receiver receiver;
    private final List<Request> answered = new ArrayList<>();
    private final List<Read> ready = new ArrayList<>();
    private int released;
    private long releasedBytes;

    Answers(String name, Log log, Inbox inbox, Receiver receiver) {
        this.name = name;
        this.log = log;
        this.inbox = inbox;
        this.receiver = receiver;
    }

    /** The request knows its outcome. */
    void add(Request request) {
        answered.add(request);
        release(request.bytes());
    }

    /** The reads may be served. */
    void addReady(List<Read> reads) {
        ready.addAll(reads);
        released += reads.size();
        releasedBytes += (long) reads.size() * Read.BYTES;
    }

    /** One place of {@code bytes} becomes free. */
    void release(int bytes) {
        released++;
        releasedBytes += bytes;
    }

    /** Calls the callbacks, and tells the receiver that they have been called. */
    void tell() {
        boolean any = !answered.isEmpty() || !ready.isEmpty();
        for (int i = 0; i < answered.size(); i++) quietly(answered.get(i)::tell);
        answered.clear();
        for (int i = 0; i < ready.size(); i++) quietly(ready.get(i)::ready);
        ready.clear();
        if (any) quietly(receiver::onAnswered);
        if (released == 0) return;
        inbox.release(released, releasedBytes);
        released = 0;
        releasedBytes = 0;
    }

    /** Runs what a user wrote. */
    void quietly(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            log.error(name + ": a callback failed", e);
        } finally {
            Thread.interrupted();
        }
    }
}
