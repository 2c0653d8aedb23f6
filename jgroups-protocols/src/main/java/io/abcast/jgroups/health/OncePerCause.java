package io.abcast.jgroups.health;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reports failures that occur repeatedly, once for each cause. Two failures have one cause if their exceptions have one
 * class and were thrown at one place in the code.
 *
 * <p><b>Bound:</b> {@code OncePerCause} reports the first {@link #CAUSES_MAX} causes, and ignores failures with later
 * causes.
 *
 * <p><b>Thread rule:</b> only one thread may call the methods of {@code OncePerCause}.
 */
public final class OncePerCause {
    public static final int CAUSES_MAX = 32;

    private final Consumer<Throwable> reports;
    private final Set<String> reported = new HashSet<>();

    public OncePerCause(Consumer<Throwable> reports) {
        this.reports = reports;
    }

    public void failed(Throwable failure) {
        // The stack trace may be empty, because the virtual machine omits it for exceptions that it
        // has thrown often.
        StackTraceElement[] stack = failure.getStackTrace();
        String cause = failure.getClass().getName() + (stack.length == 0 ? "" : " at " + stack[0]);
        if (reported.size() < CAUSES_MAX && reported.add(cause)) reports.accept(failure);
    }
}
