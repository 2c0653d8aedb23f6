package io.abcast.sim.groups;

import io.abcast.sim.CommonGoal;
import io.abcast.sim.Coverage;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Counts the goals that a search of runs with several groups has reached. Not thread-safe: each thread counts in its
 * own object, and {@link #add} sums two objects.
 */
public final class GroupCoverage implements GroupSubject.GoalCounter {
    private static final List<Fault> STRIKES =
            List.of(
                    Fault.CRASH,
                    Fault.POWER,
                    Fault.PARTITION,
                    Fault.PARTIAL,
                    Fault.ASYM,
                    Fault.FLAP,
                    Fault.LOSS,
                    Fault.DUP,
                    Fault.PAUSE,
                    Fault.CLOCK,
                    Fault.DISK,
                    Fault.SLOW,
                    Fault.FULL,
                    Fault.MISDIRECT,
                    Fault.ROT,
                    Fault.SNAPSHOT,
                    Fault.FOREIGN,
                    Fault.FEW);

    private static final List<CommonGoal> SIGHTS =
            List.of(
                    CommonGoal.LEADER_CHANGES,
                    CommonGoal.TWO_LEADERS_AT_ONCE,
                    CommonGoal.BATCHES_OF_AN_OLD_LEADER,
                    CommonGoal.REQUESTS_WITHDRAWN,
                    CommonGoal.MESSAGES_LOST,
                    CommonGoal.MESSAGES_REPEATED,
                    CommonGoal.VERY_OLD_MESSAGES_REPEATED,
                    CommonGoal.WRITES_REFUSED_BY_A_FULL_DISK,
                    CommonGoal.SYNCS_FAILED,
                    CommonGoal.SNAPSHOTS_TAKEN,
                    CommonGoal.SNAPSHOTS_INSTALLED,
                    CommonGoal.MESSAGES_DROPPED_BY_A_FULL_INBOX);

    private final GroupSubject subject;
    private final Coverage ensembles;
    private final long[] sights = new long[GroupGoal.values().length];
    private final long[] strikes = new long[GroupFault.Kind.values().length];
    private final Map<String, Long> goals = new LinkedHashMap<>();

    /**
     * For each protocol step of {@link GroupSubject#steps()}: number of leaders that crashed directly after this step.
     */
    private final long[] crashesAfter;

    private long runs;
    private long events;
    private long delivered;

    public GroupCoverage(GroupSubject subject) {
        this.subject = subject;
        CoverageGoals log = subject.log().coverageGoals();
        List<Class<?>> messages = new ArrayList<>(log.messages());
        messages.addAll(subject.messages());
        ensembles = new Coverage(new CoverageGoals(log.phases(), messages, log.situations()));
        for (String goal : subject.goals()) goals.put(goal, 0L);
        crashesAfter = new long[subject.steps().size()];
    }

    Coverage ensembles() {
        return ensembles;
    }

    void saw(GroupGoal sight, long times) {
        sights[sight.ordinal()] += times;
    }

    void struck(GroupFault.Kind kind) {
        strikes[kind.ordinal()]++;
    }

    /** {@code step} is an index in {@link GroupSubject#steps()}. */
    void crashedAfter(int step) {
        crashesAfter[step]++;
    }

    @Override
    public void saw(String goal, long times) {
        Long before = goals.get(goal);
        if (before == null) throw new IllegalArgumentException("no goal is named " + goal);
        goals.put(goal, before + times);
    }

    void ran(long runEvents, long runDelivered) {
        runs++;
        events += runEvents;
        delivered += runDelivered;
    }

    /** Adds the counts of another {@code GroupCoverage}, which must be for the same protocol, to this object. */
    public void add(GroupCoverage other) {
        ensembles.add(other.ensembles);
        for (int i = 0; i < sights.length; i++) sights[i] += other.sights[i];
        for (int i = 0; i < strikes.length; i++) strikes[i] += other.strikes[i];
        for (int i = 0; i < crashesAfter.length; i++) crashesAfter[i] += other.crashesAfter[i];
        other.goals.forEach((goal, times) -> goals.merge(goal, times, Long::sum));
        runs += other.runs;
        events += other.events;
        delivered += other.delivered;
    }

    public long sight(GroupGoal sight) {
        return sights[sight.ordinal()];
    }

    /** Number of times that runs reached the goal {@code name} of the protocol under test. */
    public long goal(String name) {
        return goals.get(name);
    }

    /** Passes to {@code to} the name of each kind of fault and the number of times that runs had this fault. */
    public void visitFaults(ObjLongConsumer<String> to) {
        for (GroupFault.Kind kind : GroupFault.Kind.values())
            to.accept(kind.toString(), strikes[kind.ordinal()]);
        for (Fault fault : STRIKES) to.accept(fault.toString(), ensembles.faults(fault));
    }

    /** Formats all counts of goals as readable text. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        "%,d runs, %,d events and effects, %,d deliveries%n",
                        runs, events, delivered));
        text.append("\nFaults of servers and groups\n");
        for (GroupFault.Kind kind : GroupFault.Kind.values())
            line(text, kind.toString(), strikes[kind.ordinal()]);
        for (int i = 0; i < crashesAfter.length; i++) line(text, crash(i), crashesAfter[i]);
        text.append("\nFaults of ensembles\n");
        for (Fault fault : STRIKES) line(text, fault.toString(), ensembles.faults(fault));
        if (!subject.messages().isEmpty()) text.append("\nMessages between replicas\n");
        for (Class<?> message : subject.messages())
            line(text, message.getSimpleName(), received(message));
        text.append("\nSituations\n");
        goals.forEach((goal, times) -> line(text, goal, times));
        for (GroupGoal sight : GroupGoal.values()) line(text, sight.toString(), sight(sight));
        for (CommonGoal sight : SIGHTS) line(text, "ensembles: " + sight, ensembles.sight(sight));
        return text.toString();
    }

    private String crash(int step) {
        return "leader crash after " + subject.steps().get(step);
    }

    private static void line(StringBuilder text, String name, long count) {
        text.append(String.format("  %-58s %,12d%n", name, count));
    }

    private long received(Class<?> message) {
        long sum = 0;
        for (Enum<?> phase : subject.log().coverageGoals().phases())
            sum += ensembles.received(message, phase);
        return sum;
    }

    private boolean isGoal(GroupGoal sight) {
        return switch (sight) {
            case RUNS_EXCUSED_FROM_PROGRESS -> false;
            case MESSAGES_TOO_OLD -> subject.limitsAges();
            case SNAPSHOTS_COMPARED -> subject.hasEqualStates();
            default -> true;
        };
    }

    /** The names of all goals of the search that no run reached, one name per element. */
    public List<String> unmetNames() {
        List<String> unmet = new ArrayList<>();
        for (GroupFault.Kind kind : GroupFault.Kind.values())
            if (strikes[kind.ordinal()] == 0) unmet.add(kind.toString());
        for (int i = 0; i < crashesAfter.length; i++) if (crashesAfter[i] == 0) unmet.add(crash(i));
        for (Fault fault : STRIKES)
            if (ensembles.faults(fault) == 0) unmet.add("ensembles: " + fault);
        for (Class<?> message : subject.messages())
            if (received(message) == 0) unmet.add(message.getSimpleName());
        goals.forEach(
                (goal, times) -> {
                    if (times == 0) unmet.add(goal);
                });
        for (GroupGoal sight : GroupGoal.values())
            if (sight(sight) == 0 && isGoal(sight)) unmet.add(sight.toString());
        for (CommonGoal sight : SIGHTS)
            if (ensembles.sight(sight) == 0) unmet.add("ensembles: " + sight);
        return unmet;
    }
}
