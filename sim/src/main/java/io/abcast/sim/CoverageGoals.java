package io.abcast.sim;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Goals of a search in a protocol: all phases, messages, lies and situations that a search may reach or miss.
 *
 * @param phases all constants of the enum that probes return
 * @param messages all kinds of messages
 * @param lies all kinds of messages in which members may lie; empty if no member lies
 * @param situations situations that are recognized by lines that nodes report
 */
public record CoverageGoals(
        List<Enum<?>> phases,
        List<Class<?>> messages,
        List<Class<?>> lies,
        List<Situation> situations) {
    /** Empty goals, for a protocol whose coverage is not counted. */
    public static final CoverageGoals NONE =
            new CoverageGoals(List.of(), List.of(), List.of(), List.of());

    /** Creates the goals of a protocol whose members do not lie. */
    public CoverageGoals(
            List<Enum<?>> phases, List<Class<?>> messages, List<Situation> situations) {
        this(phases, messages, List.of(), situations);
    }

    /** The faults of coordinators, which a search in a protocol without a leader draws. */
    public static List<Situation> coordinatorFaults() {
        return Stream.of(CoordinatorFault.Kind.values())
                .map(kind -> new Situation(kind.toString(), kind.line()::equals))
                .toList();
    }

    /**
     * A state or transition of the protocol that a search should reach.
     *
     * @param line whether a reported line shows the situation
     */
    public record Situation(String name, Predicate<String> line) {}
}
