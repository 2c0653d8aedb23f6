package io.abcast.bulk;

import io.abcast.bulk.port.LineLimit;
import java.util.function.Consumer;

/**
 * Logs unexpected exceptions of the event loop's tasks with their stack traces, at most one line of each kind per ten
 * seconds. Only the event loop's thread uses this class.
 */
final class Defects implements Consumer<Throwable> {
    private static final int FRAMES_MAX = 16;

    private final LineLimit lines;

    Defects(Consumer<String> notes) {
        lines = new LineLimit(notes, System::nanoTime);
    }

    @Override
    public void accept(Throwable defect) {
        // The stack trace may be empty, because the JVM omits traces of exceptions that it has
        // thrown often.
        StackTraceElement[] stack = defect.getStackTrace();
        String place = stack.length == 0 ? "" : stack[0].toString();
        lines.line(defect.getClass().getName() + place, () -> text(defect, stack));
    }

    private static String text(Throwable defect, StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder("defect: " + Names.shown(defect.toString()));
        for (int i = 0; i < Math.min(stack.length, FRAMES_MAX); i++)
            text.append("\n    at ").append(stack[i]);
        return text.toString();
    }
}
