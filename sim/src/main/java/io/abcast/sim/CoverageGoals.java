package io.abcast.sim;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Goals that a search tries to reach in one protocol: protocol phases of members, kinds of messages, kinds of lies, and
 * situations.
 *
 * @param phases all phases of a member: the constants of the enum that the protocol's probes return
 * @param messages all kinds of messages of the protocol
 * @param lies all kinds of messages that faulty members may falsify; empty if no member lies
 * @param situations situations of the protocol that the coverage recognizes by lines that nodes report
 */
public record CoverageGoals(
        List<Enum<?>> phases,
        List<Class<?>> messages,
        List<Class<?>> lies,
        List<Situation> situations) {
    /** No goals, for a protocol whose coverage is not counted. */
    public static final CoverageGoals NONE =
            new CoverageGoals(List.of(), List.of(), List.of(), List.of());

    /** Creates the goals of a protocol in which no member lies. */
    public CoverageGoals(
            List<Enum<?>> phases, List<Class<?>> messages, List<Situation> situations) {
        this(phases, messages, List.of(), situations);
    }

    /** The situations that count the faults of {@link CoordinatorFault}, for protocols without a leader. */
    public static List<Situation> coordinatorFaults() {
        return Stream.of(CoordinatorFault.Kind.values())
                .map(kind -> new Situation(kind.toString(), kind.line()::equals))
                .toList();
    }

    /**
     * A state or transition of the protocol that a search should reach.
     *
     * @param line predicate that returns whether a line, reported by a node, shows the situation
     */
    public record Situation(String name, Predicate<String> line) {}
}
