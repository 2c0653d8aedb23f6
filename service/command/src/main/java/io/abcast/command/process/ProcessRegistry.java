package io.abcast.command.process;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Registers the running processes of a measurement, and ends them when a signal ends the measurement. Any thread may
 * call the methods of the registry.
 */
public final class ProcessRegistry {
    private static final long END_SECONDS = 20;

    private final Set<Process> present = new LinkedHashSet<>();
    private Runnable close = () -> {};
    private boolean ended;

    /**
     * Registers a group of processes that {@code closing} ends together, in place of the group of the previous call.
     *
     * @param closing action that ends all processes of the group
     * @return the argument {@code processes}
     * @throws IllegalStateException if {@link #end} was called before; in this case, the method also ends {@code
     *     processes}
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
     * Registers a process that ends, together with its child processes, when its standard input ends.
     *
     * @throws IllegalStateException if {@link #end} was called before; in this case, the method also ends
     *     {@code process}
     */
    public synchronized void started(Process process) {
        if (ended) {
            end(process);
            throw new IllegalStateException("interrupted");
        }
        present.add(process);
    }

    /** Ends the registered process {@code process} and its child processes. */
    public synchronized void ended(Process process) {
        end(process);
        present.remove(process);
    }

    /** Whether {@link #end} has been called. */
    public synchronized boolean over() {
        return ended;
    }

    /** Ends all registered processes, and makes the registry refuse to register processes from now on. */
    public synchronized void end() {
        ended = true;
        close.run();
        present.forEach(ProcessRegistry::closeStdin);
        present.forEach(ProcessRegistry::end);
        present.clear();
    }

    private static void closeStdin(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process has already ended by itself.
        }
    }

    private static void end(Process process) {
        closeStdin(process);
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
