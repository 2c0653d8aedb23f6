package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rules by which the fingerprint (hash) of a node includes the fields of the protocol's classes. Rules name a field as
 * {@code Class.field}, with the simple name of the declaring class. A field of type {@code long} or {@code long[]}
 * whose name ends in {@code Nanos} counts as a point in time, unless a rule declares it as a duration.
 *
 * <p>Thread rule: only one thread at a time may use a {@code FieldRules} object.
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
     * Declares fields that never affect the messages, writes and deliveries of a node, for example counters for
     * reports.
     */
    public FieldRules ignore(String... fields) {
        ignored.addAll(List.of(fields));
        return this;
    }

    /** Declares fields whose names end in {@code Nanos} but that hold durations and not points in time. */
    public FieldRules durations(String... fields) {
        durations.addAll(List.of(fields));
        return this;
    }

    /** Declares fields that hold points in time although their names do not end in {@code Nanos}. */
    public FieldRules times(String... fields) {
        times.addAll(List.of(fields));
        return this;
    }

    /** Declares classes whose objects have equal content in all states of a node. */
    public FieldRules constants(Class<?>... classes) {
        constants.addAll(List.of(classes));
        return this;
    }

    /**
     * Declares counters that the node compares only with each other and with the counter {@code base}. A fingerprint
     * contains only the differences between relative counters and {@code base}.
     */
    public FieldRules relative(String base, String... fields) {
        bases.add(base);
        for (String field : fields) relatives.put(field, bases.size() - 1);
        return this;
    }

    /** Declares the field with the node's random generator. */
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

    /** Number of the group of relative counters whose base is the field {@code field}; -1 if the field is no base. */
    int baseOf(String field) {
        int group = bases.indexOf(field);
        saw(group >= 0, field);
        return group;
    }

    /**
     * Number of the group of relative counters to which the field {@code field} belongs; -1 if the field is in no
     * group.
     */
    int relativeOf(String field) {
        Integer group = relatives.get(field);
        return saw(group != null, field) ? group : -1;
    }

    private boolean saw(boolean applies, String field) {
        if (applies) used.add(field);
        return applies;
    }

    /**
     * The field names in the rules that no hashed node has had so far. A rule for a field that no hashed node has is an
     * error.
     */
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
