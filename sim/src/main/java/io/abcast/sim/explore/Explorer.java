package io.abcast.sim.explore;

import io.abcast.sim.explore.ExploreResult.Violated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Checks every schedule of events within bounds, on the real nodes of a protocol. The explored network may lose, delay
 * and reorder messages. Only one thread at a time may use an {@code Explorer}.
 */
public final class Explorer {
    private static final long WALK_SEED = 1;

    private final ExploredProtocol protocol;
    private final Bounds bounds;
    private int auditEvery;
    private long walks;

    public Explorer(ExploredProtocol protocol, Bounds bounds) {
        this.protocol = protocol;
        this.bounds = bounds;
    }

    /**
     * Makes the explorer audit one of every {@code merges} cases in which it merges two member states with equal
     * fingerprints; 0 disables audits.
     */
    public Explorer auditEvery(int merges) {
        auditEvery = merges;
        return this;
    }

    /** Sets the number of random schedules within the bounds that the explorer runs before the exploration. */
    public Explorer randomSchedules(long schedules) {
        walks = schedules;
        return this;
    }

    /**
     * Runs all schedules within the bounds of this explorer.
     *
     * @param first whether the exploration ends after the first violation of an invariant.
     * @throws UnknownFieldException if a node has a field that the fingerprint cannot read, or if an audit finds a
     *     difference.
     */
    public ExploreResult explore(ExplorationWatch watch, boolean first) {
        if (bounds.liars() == 0) return explore(watch, first, -1);
        // In a first exploration the leader of the first regency lies; in a second exploration the
        // last member lies.
        ExploreResult leader = explore(watch, first, 0);
        if (!leader.complete() || (first && !leader.violations().isEmpty())) return leader;
        return leader.and(explore(watch, first, bounds.members() - 1));
    }

    private ExploreResult explore(ExplorationWatch watch, boolean first, int liar) {
        StateSpace space = new StateSpace(protocol, bounds, liar);
        if (walks > 0 && liar < 0) space.locals.outlined();
        int[] begin = space.first();
        space.locals.auditEvery(auditEvery);
        Search[] search = new Search[1];
        BooleanSupplier stop =
                () -> {
                    Search s = search[0];
                    watch.progress(s.looked(), s.waiting(), s.deepest(), s.found().size());
                    return watch.stop() || (first && !s.found().isEmpty());
                };
        if (walks > 0 && liar < 0) {
            search[0] = new WalkSearch(space, walks, WALK_SEED, stop);
            search[0].run(begin);
            if (!search[0].found().isEmpty() || watch.stop())
                return result(space, begin, search[0]);
        }
        if (liar >= 0) search[0] = new LieSearch(space, stop);
        else if (bounds.deviations() == Bounds.ANY) search[0] = new BlockSearch(space, stop);
        else search[0] = new DeviationSearch(space, stop);
        search[0].run(begin);
        return result(space, begin, search[0]);
    }

    private ExploreResult result(StateSpace space, int[] begin, Search search) {
        List<Violated> violations = new ArrayList<>();
        for (FoundViolation each : search.found().values()) {
            FoundViolation shorter = new Shortener(space, begin).shorten(each);
            violations.add(
                    new Violated(
                            shorter.invariant(),
                            shorter.what(),
                            ScheduleText.lines(space, shorter)));
        }
        return new ExploreResult(
                protocol.protocol(),
                bounds,
                search.incomplete(),
                search.looked(),
                search.transitions(),
                search.deepest(),
                List.copyOf(violations));
    }

    /**
     * Returns the name of the protocol to which a schedule belongs.
     *
     * @throws IllegalArgumentException if the lines of {@code schedule} are not the text of a schedule
     */
    public static String protocolOf(List<String> schedule) {
        return header(schedule).getKey();
    }

    private static Map.Entry<String, Bounds> header(List<String> schedule) {
        return ScheduleText.parseBounds(first(schedule));
    }

    private static String first(List<String> schedule) {
        for (String line : schedule) if (!line.isBlank() && !line.startsWith("#")) return line;
        throw new IllegalArgumentException("expected a schedule, got no line");
    }

    /**
     * Plays the events of a schedule, then heals all faults and checks that members make progress.
     *
     * @param trace receives one line for each event of the schedule and for each effect of the event.
     * @return description of a violation; {@code null} if the schedule violates no invariant
     * @throws NotEnabledException if an event of the schedule is not possible in this build
     */
    public static String replay(
            ExploredProtocol protocol, List<String> schedule, Consumer<String> trace) {
        Bounds bounds = header(schedule).getValue();
        StateSpace space = new StateSpace(protocol, bounds, ScheduleText.liar(first(schedule)) - 1);
        Player player = new Player(space, space.first());
        boolean begun = false;
        int number = 0;
        for (String line : schedule) {
            if (line.isBlank() || line.startsWith("#")) continue;
            if (!begun) {
                begun = true;
                continue;
            }
            number++;
            Step step =
                    ScheduleText.parse(
                            space, line, player.locals(), player.flying(), player.rumours());
            if (step == null) throw new NotEnabledException(number, line);
            int before = player.locals()[step.rank()];
            trace.accept(number + ". " + line);
            player.play(step);
            effects(space, before, step, trace);
            if (player.broken() != null) return player.broken();
        }
        trace.accept(
                "all messages in flight are lost, all writes complete, all members run for 60 s");
        player.heal(
                (local, step) -> {
                    trace.accept("   " + ScheduleText.line(space, step));
                    effects(space, local, step, trace);
                });
        return player.broken();
    }

    private static void effects(StateSpace space, int before, Step step, Consumer<String> trace) {
        int event = step.event();
        if (Events.kind(event) == Events.CRASH) return;
        Host host = space.locals.rebuild(before);
        space.locals.apply(host, event);
        for (String line : host.reports()) trace.accept("     reports: " + line);
        for (Host.Effect effect : host.effects()) {
            if (effect instanceof Host.Send send) {
                Messages.Sent sent = space.messages.get(send.message());
                trace.accept(
                        "     sends to "
                                + space.members.id(sent.to())
                                + " "
                                + space.protocol.describe(sent.message()));
            } else if (effect instanceof Host.Persist persist) {
                trace.accept("     writes its state, " + persist.state().length + " bytes");
            } else if (effect instanceof Host.Write write) {
                trace.accept("     writes to its log: " + write.write());
            } else if (effect instanceof Host.Deliver deliver) {
                trace.accept(
                        "     delivers "
                                + StateSpace.request(
                                        space.sequences.lastEntry(deliver.sequence())));
            }
        }
    }
}
