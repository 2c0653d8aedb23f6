package io.abcast.sim;

import io.abcast.kernel.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Counts what a search has covered: received messages by the receiver's protocol phase, faults by the victim's phase,
 * and other situations. Not thread-safe: each thread counts in its own {@code Coverage} object, and {@link #add} sums
 * two objects.
 */
public final class Coverage {
    private static final String NOWHERE = "down";

    private final CoverageGoals goals;
    private final Map<Class<?>, Integer> messageIndex = new HashMap<>();
    private final long[][] messages;
    private final Map<Class<?>, Integer> lieIndex = new HashMap<>();

    /**
     * By kind of fault and victim's protocol phase; the last column counts victims that were down or showed no phase.
     */
    private final long[][] faults;

    /**
     * For each kind of message: number of lies (false messages) sent, of malformed lies, and of lies that reached
     * honest members.
     */
    private final long[][] lies;

    private final long[][] repairs;

    private final long[] situations;
    private final long[] sights = new long[CommonGoal.values().length];
    private long schedules;
    private long events;
    private long ordered;
    private long reads;

    public Coverage(CoverageGoals goals) {
        this.goals = goals;
        for (Class<?> message : goals.messages()) messageIndex.put(message, messageIndex.size());
        messages = new long[goals.messages().size()][goals.phases().size()];
        faults = new long[FaultPlan.Kind.values().length][goals.phases().size() + 1];
        repairs = new long[Repair.Kind.values().length][goals.phases().size() + 1];
        situations = new long[goals.situations().size()];
        lies = new long[goals.lies().size()][3];
        for (Class<?> lie : goals.lies()) lieIndex.put(lie, lieIndex.size());
    }

    void received(Class<?> message, Probe probe) {
        Integer index = messageIndex.get(message);
        if (index != null && probe != null) messages[index][probe.phase().ordinal()]++;
    }

    void lied(Class<?> kind, boolean decodes) {
        Integer index = lieIndex.get(kind);
        if (index != null) lies[index][decodes ? 0 : 1]++;
    }

    void believed(Class<?> kind) {
        Integer index = lieIndex.get(kind);
        if (index != null) lies[index][2]++;
    }

    /** Number of lies of the given kind that have reached honest members. */
    public long lies(Class<?> kind) {
        return lies[lieIndex.get(kind)][2];
    }

    /** {@code probe} shows the phase of the fault's victim; {@code null} if the victim is down. */
    void struck(FaultPlan.Kind kind, Probe probe) {
        faults[kind.ordinal()][column(probe)]++;
    }

    void struck(Repair.Kind kind, Probe probe) {
        repairs[kind.ordinal()][column(probe)]++;
    }

    private int column(Probe probe) {
        boolean known = probe != null && !goals.phases().isEmpty();
        return known ? probe.phase().ordinal() : goals.phases().size();
    }

    void reported(String line) {
        for (int i = 0; i < situations.length; i++)
            if (goals.situations().get(i).line().test(line)) situations[i]++;
    }

    void saw(CommonGoal sight, long times) {
        sights[sight.ordinal()] += times;
    }

    void ran(long runEvents, int runOrdered, int runReads) {
        schedules++;
        events += runEvents;
        ordered += runOrdered;
        reads += runReads;
    }

    /** Adds the counts of another {@code Coverage} object, which must count the same goals, to this object. */
    public void add(Coverage other) {
        for (int i = 0; i < messages.length; i++) add(messages[i], other.messages[i]);
        for (int i = 0; i < faults.length; i++) add(faults[i], other.faults[i]);
        for (int i = 0; i < repairs.length; i++) add(repairs[i], other.repairs[i]);
        for (int i = 0; i < lies.length; i++) add(lies[i], other.lies[i]);
        add(situations, other.situations);
        add(sights, other.sights);
        schedules += other.schedules;
        events += other.events;
        ordered += other.ordered;
        reads += other.reads;
    }

    private static void add(long[] to, long[] from) {
        for (int i = 0; i < to.length; i++) to[i] += from[i];
    }

    public long schedules() {
        return schedules;
    }

    /** Number of times that the simulator injected the fault {@code fault}. */
    public long faults(Fault fault) {
        long sum = 0;
        if (fault == Fault.REPAIR) return Arrays.stream(repairs[Repair.Kind.LOSE.ordinal()]).sum();
        if (fault == Fault.REMNANT)
            return Arrays.stream(repairs[Repair.Kind.LOSE_MORE.ordinal()]).sum();
        for (FaultPlan.Kind kind : FaultPlan.Kind.values())
            if (kind.fault == fault) sum += Arrays.stream(faults[kind.ordinal()]).sum();
        return sum;
    }

    public long sight(CommonGoal sight) {
        return sights[sight.ordinal()];
    }

    /** Number of times that the situation named {@code name} occurred. */
    public long situation(String name) {
        for (int i = 0; i < situations.length; i++)
            if (goals.situations().get(i).name().equals(name)) return situations[i];
        throw new IllegalArgumentException("no situation is named " + name);
    }

    /** Number of messages of class {@code message} that members in the phase {@code phase} received. */
    public long received(Class<?> message, Enum<?> phase) {
        return messages[messageIndex.get(message)][phase.ordinal()];
    }

    /**
     * Formats all counts of goals as text: first totals, then two matrices in which a dot means zero, then lists of
     * situations.
     */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        "%,d schedules, %,d events and effects, %,d entries ordered, %,d linearizable reads%n",
                        schedules, events, ordered, reads));
        text.append("\nFaults by phase of their victim\n");
        String[] kinds = names(FaultPlan.Kind.values());
        matrix(text, kinds, faults, true);
        text.append("\nSteps of repairs of lost majorities, by phase of their victim\n");
        matrix(text, names(Repair.Kind.values()), repairs, true);
        text.append("\nMessages by phase of their receiver\n");
        String[] names = goals.messages().stream().map(Class::getSimpleName).toArray(String[]::new);
        matrix(text, names, messages, false);
        text.append("\nSituations\n");
        for (int i = 0; i < situations.length; i++)
            line(text, goals.situations().get(i).name(), situations[i]);
        for (CommonGoal sight : CommonGoal.values()) line(text, sight.toString(), sight(sight));
        return text.toString();
    }

    /**
     * Table with three numbers for each kind of message: lies that were sent, malformed lies, and lies that reached
     * honest members.
     */
    public String lieTable() {
        StringBuilder text = new StringBuilder();
        if (lies.length == 0) return "";
        text.append(
                String.format(
                        "%nLies by kind of message%n  %-24s %11s %11s %11s%n",
                        "", "sent", "malformed", "delivered"));
        for (int i = 0; i < lies.length; i++)
            text.append(
                    String.format(
                            "  %-24s %,11d %,11d %,11d%n",
                            goals.lies().get(i).getSimpleName(),
                            lies[i][0] + lies[i][1],
                            lies[i][1],
                            lies[i][2]));
        return text.toString();
    }

    /** The kinds of messages of which no lie has reached an honest member; empty if there is no such kind. */
    public String untold() {
        StringJoiner untold = new StringJoiner(", ");
        for (int i = 0; i < lies.length; i++)
            if (lies[i][2] == 0) untold.add(goals.lies().get(i).getSimpleName());
        return untold.toString();
    }

    /**
     * Names in one line the faults, kinds of messages, phases and situations that no run reached; empty if all were
     * reached.
     */
    public String unmet() {
        return String.join(", ", unmetNames());
    }

    /** The names of all goals that no run reached, one name per element. */
    public List<String> unmetNames() {
        List<String> unmet = new ArrayList<>();
        for (FaultPlan.Kind kind : FaultPlan.Kind.values())
            if (Arrays.stream(faults[kind.ordinal()]).sum() == 0) unmet.add(kind.toString());
        for (int i = 0; i < messages.length; i++)
            if (Arrays.stream(messages[i]).sum() == 0)
                unmet.add(goals.messages().get(i).getSimpleName());
        for (int phase = 0; phase < goals.phases().size(); phase++) {
            long sum = 0;
            for (long[] row : messages) sum += row[phase];
            if (sum == 0) unmet.add(goals.phases().get(phase).toString());
        }
        for (int i = 0; i < situations.length; i++)
            if (situations[i] == 0) unmet.add(goals.situations().get(i).name());
        for (CommonGoal sight : CommonGoal.values())
            if (sight(sight) == 0) unmet.add(sight.toString());
        return unmet;
    }

    private static String[] names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).toArray(String[]::new);
    }

    private static void line(StringBuilder text, String name, long count) {
        text.append(String.format("  %-52s %,12d%n", name, count));
    }

    private void matrix(StringBuilder text, String[] rows, long[][] counts, boolean withDown) {
        text.append(String.format("  %-24s %11s", "", "all"));
        for (Enum<?> phase : goals.phases()) text.append(String.format(" %9s", brief(phase)));
        if (withDown) text.append(String.format(" %9s", NOWHERE));
        text.append('\n');
        for (int row = 0; row < rows.length; row++) {
            text.append(
                    String.format("  %-24s %,11d", rows[row], Arrays.stream(counts[row]).sum()));
            for (long count : counts[row])
                text.append(String.format(" %9s", count == 0 ? "." : compact(count)));
            text.append('\n');
        }
    }

    private static String brief(Enum<?> phase) {
        String name = phase.name().toLowerCase(Locale.ROOT);
        return name.length() <= 9 ? name : name.substring(0, 9);
    }

    private static String compact(long count) {
        if (count < 100_000) return String.valueOf(count);
        return count < 10_000_000 ? count / 1_000 + "k" : count / 1_000_000 + "M";
    }
}
