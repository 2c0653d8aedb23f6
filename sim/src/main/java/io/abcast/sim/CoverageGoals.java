package io.abcast.sim;

import java.util.List;
import java.util.function.Predicate;

/**
 * What there is of a protocol that a search may meet or miss.
 *
 * @param phases all constants of the enum that probes answer with
 * @param messages all kinds of messages
 * @param lies all kinds of messages in which members may lie; empty if none may
 * @param situations what its nodes report when they get there
 */
public record CoverageGoals(
        List<Enum<?>> phases,
        List<Class<?>> messages,
        List<Class<?>> lies,
        List<Situation> situations) {
    /** Nothing is known of it. */
    public static final CoverageGoals NONE = new CoverageGoals(List.of(), List.of(), List.of(), List.of());

    /** Of a protocol whose members do not lie. */
    public CoverageGoals(List<Enum<?>> phases, List<Class<?>> messages, List<Situation> situations) {
        this(phases, messages, List.of(), situations);
    }

    /**
     * A state or turn of the protocol worth being met.
     *
     * @param line whether a reported line shows it
     */
    public record Situation(String name, Predicate<String> line) {}
}
