package io.abcast.benchmark.compare;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The run that is under way, so that a signal can end it. Safe from any thread. */
public final class RunRegistry {
    private static final long END_SECONDS = 20;

    private Process present;
    private boolean ended;

    /** @throws IllegalStateException if everything is being ended already */
    synchronized void started(Process process) {
        if (ended) {
            end(process);
            throw new IllegalStateException("interrupted");
        }
        present = process;
    }

    /** Ends the present run with its servers, and lets no other begin. */
    public synchronized void end() {
        ended = true;
        if (present != null) end(present);
    }

    /** It ends its servers itself. */
    static void end(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has gone.
        }
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
