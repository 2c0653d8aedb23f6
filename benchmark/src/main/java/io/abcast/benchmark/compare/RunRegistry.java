package io.abcast.benchmark.compare;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The processes of the runs, so that a signal can end them. Safe from any thread. */
public final class RunRegistry {
    private static final long END_SECONDS = 20;

    private final Set<Process> present = new LinkedHashSet<>();
    private boolean ended;

    /** @throws IllegalStateException if everything is being ended already */
    synchronized void started(Process process) {
        if (ended) {
            end(process);
            throw new IllegalStateException("interrupted");
        }
        present.add(process);
    }

    /** Whether everything has been ended, or is being so. */
    public synchronized boolean over() {
        return ended;
    }

    /** Ends one with its servers. */
    synchronized void ended(Process process) {
        end(process);
        present.remove(process);
    }

    /** Ends all with their servers, and lets no other begin. */
    public synchronized void end() {
        ended = true;
        present.forEach(RunRegistry::tellToEnd);
        present.forEach(RunRegistry::end);
        present.clear();
    }

    private static void tellToEnd(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has gone.
        }
    }

    /** It ends its servers itself. */
    private static void end(Process process) {
        tellToEnd(process);
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
