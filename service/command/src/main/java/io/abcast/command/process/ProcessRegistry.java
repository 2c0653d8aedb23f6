package io.abcast.command.process;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a measurement has started and not ended, so that a signal can end it. Safe from any thread. */
public final class ProcessRegistry {
    private static final long END_SECONDS = 20;

    private final Set<Process> present = new LinkedHashSet<>();
    private Runnable close = () -> {};
    private boolean ended;

    /**
     * Processes that are ended together; they take the place of those that were named so before.
     *
     * @param closing ends them
     * @return what was opened
     * @throws IllegalStateException if everything is being ended already; they are ended as well
     */
    public synchronized <T> T opened(T processes, Consumer<T> closing) {
        if (ended) {
            closing.accept(processes);
            throw new IllegalStateException("interrupted");
        }
        close = () -> closing.accept(processes);
        return processes;
    }

    /**
     * A process that ends, with what it has started, when its standard input ends.
     *
     * @throws IllegalStateException if everything is being ended already; it is ended as well
     */
    public synchronized void started(Process process) {
        if (ended) {
            end(process);
            throw new IllegalStateException("interrupted");
        }
        present.add(process);
    }

    /** Ends that process with what it has started. */
    public synchronized void ended(Process process) {
        end(process);
        present.remove(process);
    }

    /** Whether everything has been ended, or is being so. */
    public synchronized boolean over() {
        return ended;
    }

    /** Ends all that is present, and lets nothing else begin. */
    public synchronized void end() {
        ended = true;
        close.run();
        present.forEach(ProcessRegistry::tellToEnd);
        present.forEach(ProcessRegistry::end);
        present.clear();
    }

    private static void tellToEnd(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has gone.
        }
    }

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
