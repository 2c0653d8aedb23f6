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
    /** Kind of event: a message arrives at the member. The argument of the event code is the number of the message. */
    static final int DELIVER = 0;

    /** Kind of event: the oldest pending write of the member's state becomes durable. */
    static final int STATE_WRITTEN = 1;

    /** Kind of event: the oldest pending write of the member's log becomes durable. */
    static final int LOG_WRITTEN = 2;

    /**
     * Kind of event: virtual time passes at the member. The argument of the event code encodes one of a few lengths of
     * time, and the random choices of the node after this time.
     */
    static final int PASS = 3;

    /** Kind of event: a client submits a request at the member. */
    static final int SUBMIT = 4;

    /**
     * Kind of event: the member's process crashes and restarts. The argument of the event code is the number of a
     * {@link Crash}.
     */
    static final int CRASH = 5;

    static final int TICK = 0;
    static final int RETRY = 1;
    static final int ELECTION = 2;

    private static final int KIND_SHIFT = 27;
    private static final int ABOUT_MASK = (1 << KIND_SHIFT) - 1;
    private static final int DICE_SHIFT = 4;

    /** Event code that stands for no event. */
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
