package io.abcast.sim.explore;

import io.abcast.kernel.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Assigns numbers to sets of facts (parts of messages) that a lying member may know, and determines the messages that
 * it can send with each set. A lying member knows the facts of all messages that were sent, so its set only grows
 * during a schedule.
 */
final class LiarKnowledge {
    static final int FIRST = 0;

    private final StateSpace space;
    private final List<TreeMap<String, Record>> sets = new ArrayList<>();
    private final Map<Set<String>, Integer> numbers = new HashMap<>();
    private final LongIntMap known = new LongIntMap();

    /** For each message, by number: the facts that it contains, by their texts. */
    private final List<TreeMap<String, Record>> facts = new ArrayList<>();

    /** For each set of facts and each rank of a receiver: the messages that the lying member can send, as numbers. */
    private final List<int[][]> alphabets = new ArrayList<>();

    LiarKnowledge(StateSpace space) {
        this.space = space;
    }

    void begin() {
        TreeMap<String, Record> first = new TreeMap<>();
        if (space.liar >= 0)
            for (int message = 0; message < space.messages.size(); message++)
                first.putAll(facts(message));
        add(first);
    }

    private TreeMap<String, Record> facts(int message) {
        while (facts.size() <= message) {
            TreeMap<String, Record> some = new TreeMap<>();
            Message next = space.messages.get(facts.size()).message();
            for (Record fact : space.protocol.facts(next)) some.put(text(fact), fact);
            facts.add(some);
        }
        return facts.get(message);
    }

    private static String text(Record fact) {
        return MessageText.of(fact, (name, value) -> null);
    }

    private int add(TreeMap<String, Record> set) {
        Integer number = numbers.putIfAbsent(Set.copyOf(set.keySet()), sets.size());
        if (number != null) return number;
        sets.add(set);
        alphabets.add(null);
        return sets.size() - 1;
    }

    int with(int set, int message) {
        if (space.liar < 0 || space.messages.get(message).from() == space.liar) return set;
        TreeMap<String, Record> more = facts(message);
        if (more.isEmpty()) return set;
        long key = (long) set << 32 | message;
        int number = known.get(key);
        if (number != LongIntMap.NONE) return number;
        TreeMap<String, Record> both = new TreeMap<>(sets.get(set));
        both.putAll(more);
        number = add(both);
        known.put(key, number);
        return number;
    }

    int[] lies(int set, int to) {
        if (alphabets.get(set) == null) alphabets.set(set, alphabet(set));
        return alphabets.get(set)[to];
    }

    private int[][] alphabet(int set) {
        int n = space.size();
        List<Record> all = List.copyOf(sets.get(set).values());
        int id = space.members.id(space.liar);
        List<Message> lies = space.protocol.lies(id, space.members, all);
        int[][] numbered = new int[n][0];
        for (int to = 0; to < n; to++) {
            if (to == space.liar) continue;
            Set<Integer> some = new LinkedHashSet<>();
            for (Message lie : lies) {
                // The explorer drops messages about slots beyond the bound on slots.
                if (space.protocol.slot(lie) <= space.bounds.slots())
                    some.add(space.messages.number(space.liar, to, lie));
            }
            numbered[to] = some.stream().mapToInt(Integer::intValue).toArray();
        }
        return numbered;
    }

    boolean canSend(int set, int message) {
        for (int lie : lies(set, space.messages.get(message).to())) if (lie == message) return true;
        return false;
    }
}
