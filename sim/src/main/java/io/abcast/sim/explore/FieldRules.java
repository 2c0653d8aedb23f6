package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rules for the fields of a protocol's classes in a fingerprint. A field is named {@code Class.field}, with the simple
 * name of the class that declares the field. A field of type {@code long} or {@code long[]} whose name ends in {@code
 * Nanos} is a time, unless a rule declares it as a duration.
 *
 * <p>Thread rule: one thread at a time.
 */
public final class FieldRules {
    private final Set<String> ignored = new HashSet<>();
    private final Set<String> durations = new HashSet<>();
    private final Set<String> times = new HashSet<>();
    private final Set<Class<?>> constants = new HashSet<>();
    private final Map<Class<?>, Boolean> isConstant = new HashMap<>();
    private final List<String> bases = new ArrayList<>();
    private final Map<String, Integer> relatives = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private String dice;

    /**
     * Declares fields that never affect the messages, writes and deliveries of a node, such as counters for reports.
     */
    public FieldRules ignore(String... fields) {
        ignored.addAll(List.of(fields));
        return this;
    }

    /** Declares fields whose names end in {@code Nanos} but that hold durations. */
    public FieldRules durations(String... fields) {
        durations.addAll(List.of(fields));
        return this;
    }

    /** Declares fields that are times although their names do not end in {@code Nanos}. */
    public FieldRules times(String... fields) {
        times.addAll(List.of(fields));
        return this;
    }

    /** Declares classes whose objects have the same content in all states. */
    public FieldRules constants(Class<?>... classes) {
        constants.addAll(List.of(classes));
        return this;
    }

    /**
     * Declares counters that the node compares only with {@code base} and with each other. In a fingerprint, only their
     * differences from {@code base} count.
     */
    public FieldRules relative(String base, String... fields) {
        bases.add(base);
        for (String field : fields) relatives.put(field, bases.size() - 1);
        return this;
    }

    /**
     * Declares the field with the node's random generator. The explorer sets the generator's state before each event, so
     * the field does not count in a state.
     */
    public FieldRules dice(String field) {
        dice = field;
        return this;
    }

    String dice() {
        return dice;
    }

    boolean isIgnored(String field) {
        return saw(ignored.contains(field) || field.equals(dice), field);
    }

    /** Whether a field of type {@code long} or {@code long[]} is a time. */
    boolean isTime(String field) {
        return (field.endsWith("Nanos") && !isDuration(field)) || saw(times.contains(field), field);
    }

    private boolean isDuration(String field) {
        return saw(durations.contains(field), field);
    }

    boolean isConstant(Class<?> type) {
        Boolean known = isConstant.get(type);
        if (known == null) {
            known = false;
            for (Class<?> constant : constants) known |= constant.isAssignableFrom(type);
            isConstant.put(type, known);
        }
        return known;
    }

    int bases() {
        return bases.size();
    }

    /** Number of the group of relative fields whose base is this field; -1 if there is no such group. */
    int baseOf(String field) {
        int group = bases.indexOf(field);
        saw(group >= 0, field);
        return group;
    }

    /** Number of the group to which this relative field belongs; -1 if there is no such group. */
    int relativeOf(String field) {
        Integer group = relatives.get(field);
        return saw(group != null, field) ? group : -1;
    }

    private boolean saw(boolean applies, String field) {
        if (applies) used.add(field);
        return applies;
    }

    /** The names in rules that no field of any node has had so far. A rule without a field is an error. */
    public Set<String> unused() {
        Set<String> all = new HashSet<>(ignored);
        all.addAll(durations);
        all.addAll(times);
        all.addAll(bases);
        all.addAll(relatives.keySet());
        if (dice != null) all.add(dice);
        all.removeAll(used);
        return all;
    }
}
