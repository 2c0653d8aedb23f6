package io.abcast.sim.liar;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The common plan of the lying members (liars) of one run: their ids, their behaviour, and their shared knowledge. */
public final class Plot {
    private static final int MEMORY_MAX = 4_096;

    private static final int TRIES_MAX = 3;

    private record Told(Class<?> kind, Message truth) {}

    private final Alphabet alphabet;
    private final Set<Integer> ids;
    private final LyingProfile temper;
    private final LiarMemory known = new LiarMemory();
    private final Map<Told, Message> told = new LinkedHashMap<>();

    private final Map<Object, Object> swaps = new LinkedHashMap<>();

    private final Rng random;
    private final long secret;
    private boolean lying;
    private boolean over;

    /**
     * Draws the behaviour of the liars in one run.
     *
     * @param ids server ids of the members that lie
     */
    public Plot(Alphabet alphabet, Set<Integer> ids, Rng random) {
        this.alphabet = alphabet;
        this.ids = new TreeSet<>(ids);
        this.random = random;
        secret = random.nextLong();
        temper = LyingProfile.drawn(alphabet.kinds(), random);
    }

    /** The server ids of the members that lie. */
    public Set<Integer> ids() {
        return ids;
    }

    /**
     * Notifies the liars that all faults of the run are healed. After this call, the liars are silent if their {@code
     * LyingProfile} says so.
     */
    public void healed() {
        over = true;
    }

    /** Returns a factory that creates the nodes of all members and wraps the nodes of liars. */
    public NodeFactory corrupt(NodeFactory honest) {
        return new NodeFactory() {
            @Override
            public Instance create(int id, Membership members, long seed, Effects effects) {
                if (!ids.contains(id)) return honest.create(id, members, seed, effects);
                LiarSender tongue = new LiarSender(Plot.this, id, members, effects, random.split());
                Instance made = honest.create(id, members, seed, tongue);
                return new Instance(new LyingNode(made.node(), Plot.this, tongue), made.probe());
            }

            @Override
            public Instance bootstrap(int id, Membership members, long seed, Effects effects) {
                if (ids.contains(id)) return create(id, members, seed, effects);
                return honest.bootstrap(id, members, seed, effects);
            }
        };
    }

    LyingProfile temper() {
        return temper;
    }

    Alphabet alphabet() {
        return alphabet;
    }

    LiarMemory known() {
        return known;
    }

    boolean isHonest() {
        if (!lying) lying = !temper.beginsHonestly() || alphabet.hasBegun(known);
        return !lying;
    }

    boolean isSilent() {
        return over && temper.silentAtTheEnd();
    }

    boolean isSecondFace(int to, long about) {
        return new Rng(secret ^ to * 0x9E3779B97F4A7C15L ^ about * 0xD1342543DE82EF95L).chance(0.5);
    }

    /** All liars change equal messages in the same way, for all receivers. */
    Message secondFace(int liar, int to, Message truth) {
        if (told.size() > MEMORY_MAX) told.clear();
        if (swaps.size() > MEMORY_MAX) swaps.clear();
        Told name = new Told(truth.kind(), truth);
        Message lie = told.get(name);
        if (lie != null) return lie;
        lie = alphabet.replaced(liar, truth, swaps, random);
        if (lie == null) {
            // Prefer lies that replace a request, vote or report: members accept such lies more
            // often than lies with a changed number.
            int before = swaps.size();
            for (int i = 0; i < TRIES_MAX && swaps.size() == before; i++) {
                lie = alphabet.changed(liar, to, truth, known, random);
                alphabet.compare(truth, lie, swaps);
            }
        }
        told.put(name, lie);
        return lie;
    }

    /** Returns a readable description of the liars. */
    @Override
    public String toString() {
        return "liars " + ids + ", " + temper;
    }
}
