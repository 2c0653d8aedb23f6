package io.abcast.sim.explore;

import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Formats and parses schedules of the explorer: a line with the bounds of the exploration, then a line for each event.
 * Lines that begin with {@code #} are comments.
 */
final class ScheduleText {
    static final String VIOLATES = "# violates ";

    private ScheduleText() {}

    static String bounds(StateSpace space) {
        Bounds bounds = space.bounds;
        return "schedule protocol="
                + space.protocol.protocol()
                + " members="
                + bounds.members()
                + " slots="
                + bounds.slots()
                + " requests="
                + bounds.requests()
                + " liars="
                + bounds.liars()
                + (space.liar < 0 ? "" : " liar=" + space.members.id(space.liar))
                + " durability="
                + bounds.durability().name().toLowerCase(Locale.ROOT);
    }

    /** Id of the lying member in the first line of a schedule; 0 if no member lies. */
    static int liar(String line) {
        for (String part : line.split(" "))
            if (part.matches("liar=[0-9]{1,5}")) return Integer.parseInt(part.substring(5));
        return 0;
    }

    /**
     * The parsed bounds leave the number of events unlimited.
     *
     * @throws IllegalArgumentException if the first line of the schedule does not have the form of {@link #bounds}
     */
    static Map.Entry<String, Bounds> parseBounds(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : line.split(" ")) {
            int equals = part.indexOf('=');
            if (equals > 0) values.put(part.substring(0, equals), part.substring(equals + 1));
        }
        try {
            if (!line.startsWith("schedule "))
                throw new IllegalArgumentException("it begins otherwise");
            Durability durability =
                    Durability.valueOf(values.get("durability").toUpperCase(Locale.ROOT));
            Bounds bounds =
                    new Bounds(
                            Integer.parseInt(values.get("members")),
                            Integer.parseInt(values.get("slots")),
                            Integer.parseInt(values.get("requests")),
                            Cost.MAX,
                            Cost.MAX,
                            Cost.MAX,
                            Cost.MAX,
                            0,
                            Integer.parseInt(values.get("liars")),
                            durability,
                            Bounds.ANY,
                            Integer.MAX_VALUE,
                            Long.MAX_VALUE);
            return Map.entry(values.get("protocol"), bounds);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "expected a line \"schedule protocol=P members=N ...\", got \""
                            + line
                            + "\": "
                            + e.getMessage());
        }
    }

    static String line(StateSpace space, Step step) {
        String member = "member " + space.members.id(step.rank());
        if (Events.kind(step.event()) != Events.CRASH)
            return event(space, member, step.event(), step.repeat());
        Events.Crash crash = space.events.crash(step.event());
        String durable =
                "; durable: "
                        + crash.stateWrites()
                        + " state writes, "
                        + crash.logWrites()
                        + " log writes";
        if (crash.during() == Events.NONE) return member + " crashes and restarts" + durable;
        return member
                + " crashes and restarts after "
                + crash.effects()
                + " effects"
                + durable
                + "; of: "
                + event(space, member, crash.during(), step.repeat());
    }

    private static String event(StateSpace space, String member, int event, boolean repeat) {
        return switch (Events.kind(event)) {
            case Events.DELIVER -> {
                Messages.Sent sent = space.messages.get(Events.about(event));
                yield member
                        + " receives "
                        + (repeat ? "again " : "")
                        + "from "
                        + space.members.id(sent.from())
                        + " "
                        + space.protocol.describe(sent.message());
            }
            case Events.STATE_WRITTEN -> member + " has written its state";
            case Events.LOG_WRITTEN -> member + " has written to its log";
            case Events.SUBMIT -> member + " is asked to order a new request";
            case Events.PASS -> member + " waits for " + time(event);
            default -> throw new IllegalArgumentException("event " + event);
        };
    }

    private static String time(int event) {
        return switch (Events.time(event)) {
            case Events.TICK -> "a tick";
            case Events.RETRY -> "a retry";
            default -> "an election";
        };
    }

    static List<String> lines(StateSpace space, FoundViolation found) {
        List<String> lines = new ArrayList<>();
        lines.add(bounds(space));
        for (Step step : found.steps()) lines.add(line(space, step));
        lines.add(VIOLATES + found.what());
        return lines;
    }

    /**
     * Finds the event of the line among the events that are possible now.
     *
     * @param flying for each member, by rank, the messages in flight to it
     * @param rumours numbers of the sets of facts that the lying member, if any, has known so far
     * @return the event of the line; {@code null} if the event is not possible now
     */
    static Step parse(
            StateSpace space,
            String line,
            int[] locals,
            List<List<Integer>> flying,
            List<Integer> rumours) {
        String[] words = line.split(" ", 3);
        int rank =
                words.length == 3 && words[0].equals("member") && words[1].matches("[0-9]{1,5}")
                        ? space.members.rank(Integer.parseInt(words[1]))
                        : -1;
        if (rank < 0)
            throw new IllegalArgumentException("expected \"member N ...\", got \"" + line + "\"");
        List<Integer> arriving = new ArrayList<>(flying.get(rank));
        for (int set : space.liar < 0 ? List.<Integer>of() : rumours)
            for (int lie : space.rumours.lies(set, rank))
                if (!arriving.contains(lie)) arriving.add(lie);
        for (Step step : enabled(space, rank, locals[rank], arriving))
            if (line(space, step).equals(line)) return step;
        return null;
    }

    private static List<Step> enabled(StateSpace space, int rank, int local, List<Integer> flying) {
        List<Step> steps = new ArrayList<>();
        List<Integer> events = new ArrayList<>();
        LocalState state = space.locals.get(local);
        for (int message : flying) {
            events.add(Events.of(Events.DELIVER, message));
            steps.add(new Step(rank, Events.of(Events.DELIVER, message), true));
        }
        if (state.stateWrites > 0) events.add(Events.of(Events.STATE_WRITTEN, 0));
        if (state.logWrites > 0) events.add(Events.of(Events.LOG_WRITTEN, 0));
        events.add(Events.of(Events.SUBMIT, 0));
        for (int time = Events.TICK; time <= Events.ELECTION; time++)
            events.add(Events.pass(time, 0));
        for (int event : events) {
            steps.add(new Step(rank, event, false));
            for (EventOutcome crash : space.locals.outcome(local, event).crashes()) {
                steps.add(new Step(rank, crash.event(), false));
                steps.add(new Step(rank, crash.event(), true));
            }
        }
        for (EventOutcome crash : state.crashes) steps.add(new Step(rank, crash.event(), false));
        return steps;
    }
}
