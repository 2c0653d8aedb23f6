package io.abcast.server;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The shared state of the connections of one I/O event loop. Only the event loop uses this object, except {@link
 * #completions}.
 */
final class LoopState {
    /**
     * Interval at which paused connections check whether they may continue. Polling is necessary, because requests that
     * complete on another event loop do not wake this loop.
     */
    private static final long RESUME_MILLIS = 5;

    private static final long LOOK_MILLIS = 500;

    private final EventLoop loop;
    private final Admission admission;
    private final PortLimits limits;
    private final HeldBytes requestBytes;
    private final HeldBytes replyBytes;
    private final Connections connections;
    private final CompletionQueue completions;
    private final SubmissionQueue submissions;
    private final List<ClientSession> unflushed = new ArrayList<>();
    private final Set<ClientSession> paused = new LinkedHashSet<>();
    private boolean resumeScheduled;
    private boolean lookScheduled;

    LoopState(EventLoop loop, Replica replica, Admission admission, PortLimits limits) {
        this.loop = loop;
        this.admission = admission;
        this.limits = limits;
        requestBytes = new HeldBytes(limits.requestBytesMax());
        replyBytes = new HeldBytes(limits.replyBytesMax());
        connections = new Connections(limits.connections());
        completions = new CompletionQueue(loop, this::flush);
        submissions = new SubmissionQueue(loop, replica);
    }

    SubmissionQueue submissions() {
        return submissions;
    }

    CompletionQueue completions() {
        return completions;
    }

    HeldBytes requestBytes() {
        return requestBytes;
    }

    HeldBytes replyBytes() {
        return replyBytes;
    }

    Connections connections() {
        return connections;
    }

    void look() {
        if (lookScheduled || connections.isEmpty()) return;
        lookScheduled = true;
        loop.schedule(
                () -> {
                    lookScheduled = false;
                    long now = System.nanoTime();
                    long most = limits.partialNanosMax();
                    requestBytes.evictOlder(
                            most,
                            now,
                            "a request did not arrive completely within "
                                    + most / 1_000_000
                                    + " ms");
                    connections.evictSilent(now);
                    look();
                },
                LOOK_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Records that a session has unflushed replies; called at most once per batch of replies. */
    void touched(ClientSession session) {
        unflushed.add(session);
    }

    private void flush() {
        for (int i = 0; i < unflushed.size(); i++) unflushed.get(i).flush();
        unflushed.clear();
        resume();
    }

    void pause(ClientSession session) {
        paused.add(session);
        scheduleResume();
    }

    private void resume() {
        if (paused.isEmpty() || !admission.roomy()) return;
        List<ClientSession> all = new ArrayList<>(paused);
        paused.clear();
        for (ClientSession session : all) session.updateReading();
    }

    private void scheduleResume() {
        if (resumeScheduled) return;
        resumeScheduled = true;
        loop.schedule(
                () -> {
                    resumeScheduled = false;
                    resume();
                    if (!paused.isEmpty()) scheduleResume();
                },
                RESUME_MILLIS,
                TimeUnit.MILLISECONDS);
    }
}
