package io.abcast.sim.explore;

import io.abcast.sim.explore.Cells.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the blocks (short sequences of events) of a member, which are the steps of a block search. An event is
 * silent if the member sends no message in it, and sending otherwise. A silent event commutes with all events of other
 * members, so it may take place directly before the member's next sending event. A block is a sequence of silent events
 * and one sending event. A tail is a sequence of silent events at the end of a schedule.
 *
 * <p>The search leaves out a block whose last silent event could also follow the sending event ({@link #isEarly}),
 * because the block without this event leads to the same states.
 *
 * <p>If two sequences of events lead to one state of a member, the search omits the sequence that leaves fewer messages
 * in flight and less of the bounds.
 */
final class Blocks {
    /**
     * {@code before} is the place of the member's previous state in the block, -1 for the first state; {@code peak} is
     * the number of the longest delivered history.
     */
    record Entry(int cell, int cost, int peak, int before, Transition by) {}

    /**
     * A block of a member's events: silent events (without a sent message) up to the state with the index {@code
     * entry}, then the sending event {@code last}.
     */
    record Block(int next, int[] sends, int cost, int peak, int entry, Transition last) {}

    /** The first component is the number of the member's state after its pending writes are complete. */
    record Tail(int settled, int cost, int peak, int entry) {}

    static final class Member {
        final List<Entry> entries = new ArrayList<>();
        Block[] blocks;
        Tail[] tails;

        /** Cells with equal tails, except for the field {@code entry}, have equal numbers. */
        int tailsNumber;

        /**
         * Index of the entry at which the member, without regard to other members, has violated an invariant; -1
         * without a violation.
         */
        int brokenEntry = -1;

        String broken;
    }

    private final Cells cells;
    private final LocalStates locals;
    private final Sequences sequences;
    private final int costMax;
    private final List<Member> members = new ArrayList<>();
    private final Map<List<Long>, Integer> tailNumbers = new HashMap<>();
    private final LongIntMap settled = new LongIntMap();
    private final List<int[]> echoes = new ArrayList<>();
    private long entriesAll;
    private long blocksAll;

    Blocks(StateSpace space, Cells cells) {
        this.cells = cells;
        locals = space.locals;
        sequences = space.sequences;
        costMax = Cost.all(space.bounds);
    }

    long[] figures() {
        return new long[] {entriesAll, blocksAll, tailNumbers.size()};
    }

    Member at(int cell) {
        while (members.size() <= cell) members.add(null);
        Member known = members.get(cell);
        if (known == null) {
            known = explore(cell);
            members.set(cell, known);
        }
        return known;
    }

    private Member explore(int cell) {
        Member member = new Member();
        List<Block> blocks = new ArrayList<>();
        Map<Long, List<Integer>> byLocal = new HashMap<>();
        Map<Long, List<Block>> bySends = new HashMap<>();
        Map<Integer, List<Entry>> ways = new HashMap<>();
        boolean[] dead = new boolean[16];
        add(
                member,
                byLocal,
                dead,
                new Entry(cell, Cost.FREE, locals.get(cells.local(cell)).delivered, -1, null));
        for (int i = 0; i < member.entries.size(); i++) {
            if (dead.length <= member.entries.size() + 256)
                dead = Arrays.copyOf(dead, 2 * dead.length + 512);
            if (dead[i]) continue;
            Entry entry = member.entries.get(i);
            LocalState local = locals.get(cells.local(entry.cell()));
            if (local.broken != null) {
                if (member.broken == null) {
                    member.broken = local.broken;
                    member.brokenEntry = i;
                }
                continue;
            }
            for (Transition transition : cells.transitions(entry.cell())) {
                int cost = entry.cost() + transition.cost();
                if (!Cost.covers(costMax, cost)) continue;
                int peak = merged(entry.peak(), transition.outcome().peak());
                if (peak < 0) {
                    if (member.broken == null) {
                        member.broken =
                                "Agreement: a member has delivered another history before its restart";
                        member.brokenEntry = i;
                    }
                    continue;
                }
                if (i == 0 && isEcho(cell, transition)) continue;
                if (transition.outcome().sends().length == 0) {
                    Entry after = new Entry(transition.next(), cost, peak, i, transition);
                    ways.computeIfAbsent(after.cell(), c -> new ArrayList<>(2)).add(after);
                    add(member, byLocal, dead, after);
                    if (dead.length <= member.entries.size() + 256)
                        dead = Arrays.copyOf(dead, 2 * dead.length + 512);
                } else {
                    Block block =
                            new Block(
                                    transition.next(),
                                    transition.outcome().sends(),
                                    cost,
                                    peak,
                                    i,
                                    transition);
                    addBlock(bySends, block);
                }
            }
        }
        for (List<Block> some : bySends.values())
            for (Block block : some) if (!isEarly(member, ways, block)) blocks.add(block);
        blocks.sort(
                (a, b) ->
                        a.entry() != b.entry()
                                ? Integer.compare(a.entry(), b.entry())
                                : Integer.compare(a.next(), b.next()));
        member.blocks = blocks.toArray(new Block[0]);
        tails(member, dead);
        entriesAll += member.entries.size();
        blocksAll += member.blocks.length;
        return member;
    }

    /**
     * Whether the last silent event of a block can also take place after the block's sending event. The method compares
     * a block only with earlier entries of the member, so that one of several equivalent blocks remains.
     */
    private boolean isEarly(Member member, Map<Integer, List<Entry>> ways, Block block) {
        Entry entry = member.entries.get(block.entry());
        for (Entry way : ways.getOrDefault(entry.cell(), List.of())) {
            if (way.before() < block.entry()
                    && way.peak() == entry.peak()
                    && Cost.covers(entry.cost(), way.cost())
                    && commute(member.entries.get(way.before()), way.by(), block.last()))
                return true;
        }
        return false;
    }

    private boolean commute(Entry before, Transition silent, Transition sending) {
        int one = silent.outcome().event();
        int other = sending.outcome().event();
        if (one == other || Events.kind(one) == Events.CRASH || Events.kind(other) == Events.CRASH)
            return false;
        if (silent.cost() >= Cost.REPEAT || sending.cost() >= Cost.REPEAT) return false;
        Transition sent = cells.transition(before.cell(), other);
        if (sent == null
                || sent.cost() != sending.cost()
                || !Arrays.equals(sent.outcome().sends(), sending.outcome().sends())
                || locals.get(sent.outcome().next()).broken != null) return false;
        Transition last = cells.transition(sent.next(), one);
        return last != null
                && last.outcome().next() == sending.outcome().next()
                && last.outcome().sends().length == 0
                && last.cost() == silent.cost()
                && contains(cells.box(last.next()), cells.box(sending.next()));
    }

    private boolean isEcho(int cell, Transition transition) {
        return transition.next() == cell && transition.cost() == Cost.FREE;
    }

    int[] echoes(int cell) {
        while (echoes.size() <= cell) echoes.add(null);
        int[] known = echoes.get(cell);
        if (known == null) {
            known =
                    Arrays.stream(cells.transitions(cell))
                            .filter(transition -> isEcho(cell, transition))
                            .mapToInt(transition -> transition.outcome().event())
                            .toArray();
            echoes.set(cell, known);
        }
        return known;
    }

    private int merged(int a, int b) {
        if (sequences.isPrefix(b, a)) return a;
        return sequences.isPrefix(a, b) ? b : -1;
    }

    private void add(Member member, Map<Long, List<Integer>> byLocal, boolean[] dead, Entry entry) {
        long key = (long) cells.local(entry.cell()) << 32 | entry.peak();
        List<Integer> same = byLocal.computeIfAbsent(key, k -> new ArrayList<>(1));
        int[] box = cells.box(entry.cell());
        for (int i = same.size() - 1; i >= 0; i--) {
            Entry other = member.entries.get(same.get(i));
            int[] otherBox = cells.box(other.cell());
            if (Cost.covers(entry.cost(), other.cost()) && contains(otherBox, box)) return;
            if (Cost.covers(other.cost(), entry.cost()) && contains(box, otherBox)) {
                dead[same.get(i)] = true;
                same.remove(i);
            }
        }
        same.add(member.entries.size());
        member.entries.add(entry);
    }

    private void addBlock(Map<Long, List<Block>> bySends, Block block) {
        long key =
                31L * Arrays.hashCode(block.sends())
                        + ((long) cells.local(block.next()) << 20)
                        + block.peak();
        List<Block> same = bySends.computeIfAbsent(key, k -> new ArrayList<>(1));
        int[] box = cells.box(block.next());
        for (int i = same.size() - 1; i >= 0; i--) {
            Block other = same.get(i);
            if (cells.local(other.next()) != cells.local(block.next())
                    || other.peak() != block.peak()
                    || !Arrays.equals(other.sends(), block.sends())) continue;
            int[] otherBox = cells.box(other.next());
            if (Cost.covers(block.cost(), other.cost()) && contains(otherBox, box)) return;
            if (Cost.covers(other.cost(), block.cost()) && contains(box, otherBox)) same.remove(i);
        }
        same.add(block);
    }

    /** Both arrays must be in ascending order. */
    static boolean contains(int[] larger, int[] smaller) {
        if (smaller.length > larger.length) return false;
        int at = 0;
        for (int each : smaller) {
            while (at < larger.length && larger[at] < each) at++;
            if (at == larger.length || larger[at] != each) return false;
        }
        return true;
    }

    private void tails(Member member, boolean[] dead) {
        List<Tail> tails = new ArrayList<>();
        for (int i = 0; i < member.entries.size(); i++) {
            if (dead[i]) continue;
            Entry entry = member.entries.get(i);
            int local = cells.local(entry.cell());
            if (locals.get(local).broken != null) continue;
            int settled = settled(local);
            int peak = merged(entry.peak(), locals.get(settled).delivered);
            if (peak < 0) {
                member.broken =
                        "Agreement: a member has delivered another history before its restart";
                member.brokenEntry = i;
                continue;
            }
            Tail tail = new Tail(settled, entry.cost(), peak, i);
            boolean needless = false;
            for (int t = tails.size() - 1; t >= 0; t--) {
                Tail other = tails.get(t);
                if (other.settled() != tail.settled() || other.peak() != tail.peak()) continue;
                if (Cost.covers(tail.cost(), other.cost())) needless = true;
                else if (Cost.covers(other.cost(), tail.cost())) tails.remove(t);
            }
            if (!needless) tails.add(tail);
        }
        member.tails = tails.toArray(new Tail[0]);
        List<Long> content = new ArrayList<>();
        for (Tail tail : tails) {
            content.add((long) tail.settled() << 32 | tail.peak());
            content.add((long) tail.cost());
        }
        Integer number = tailNumbers.putIfAbsent(content, tailNumbers.size());
        member.tailsNumber = number == null ? tailNumbers.size() - 1 : number;
    }

    /** Messages that the member sends when its pending writes complete count as lost. */
    int settled(int local) {
        int known = settled.get(local);
        if (known != LongIntMap.NONE) return known;
        int at = local;
        while (true) {
            LocalState state = locals.get(at);
            if (state.broken != null) break;
            if (state.stateWrites > 0)
                at = locals.outcome(at, Events.of(Events.STATE_WRITTEN, 0)).next();
            else if (state.logWrites > 0)
                at = locals.outcome(at, Events.of(Events.LOG_WRITTEN, 0)).next();
            else break;
        }
        settled.put(local, at);
        return at;
    }

    List<Transition> path(Member member, int entry) {
        ArrayList<Transition> path = new ArrayList<>();
        for (Entry at = member.entries.get(entry);
                at.before() >= 0;
                at = member.entries.get(at.before())) path.add(0, at.by());
        return path;
    }
}
