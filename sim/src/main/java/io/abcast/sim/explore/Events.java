package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Integer codes of the events at one member. A code of an event has the kind of the event in the upper four bits, and
 * an argument in the lower bits.
 */
final class Events {
    /** A message arrives; the argument of the event code is the number of the message. */
    static final int DELIVER = 0;

    static final int STATE_WRITTEN = 1;

    static final int LOG_WRITTEN = 2;

    /**
     * Virtual time passes; the argument of the event code encodes one of a few lengths of time, and the later random
     * choices.
     */
    static final int PASS = 3;

    static final int SUBMIT = 4;

    /** The process crashes and restarts; the argument of the event code is the number of a {@link Crash}. */
    static final int CRASH = 5;

    static final int TICK = 0;
    static final int RETRY = 1;
    static final int ELECTION = 2;

    private static final int KIND_SHIFT = 27;
    private static final int ABOUT_MASK = (1 << KIND_SHIFT) - 1;
    private static final int DICE_SHIFT = 4;

    static final int NONE = -1;

    /**
     * Description of a crash of a member.
     *
     * @param during event in the middle of which the member crashes, or {@link #NONE}.
     * @param effects number of effects of the event {@code during} that take place before the crash.
     * @param stateWrites number of pending writes of the state that become durable before the crash.
     * @param logWrites number of pending writes of the log that become durable before the crash.
     */
    record Crash(int during, int effects, int stateWrites, int logWrites) {}

    private final Map<Crash, Integer> numbers = new HashMap<>();
    private final List<Crash> crashes = new ArrayList<>();

    static int of(int kind, int about) {
        assert about >= 0 && about <= ABOUT_MASK : about;
        return kind << KIND_SHIFT | about;
    }

    static int pass(int time, int dice) {
        return of(PASS, dice << DICE_SHIFT | time);
    }

    static int kind(int event) {
        return event >>> KIND_SHIFT;
    }

    static int about(int event) {
        return event & ABOUT_MASK;
    }

    static int time(int event) {
        return event & (1 << DICE_SHIFT) - 1;
    }

    static int dice(int event) {
        return about(event) >>> DICE_SHIFT;
    }

    int number(Crash crash) {
        Integer known = numbers.putIfAbsent(crash, crashes.size());
        if (known != null) return of(CRASH, known);
        crashes.add(crash);
        return of(CRASH, crashes.size() - 1);
    }

    Crash crash(int event) {
        return crashes.get(about(event));
    }
}
