package io.abcast.sim.explore;

import io.abcast.sim.explore.ExploredProtocol.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Assigns numbers to sets of claims. A claim is a statement in a message that no later message may contradict. The
 * number 0 stands for the empty set of claims.
 */
final class Claims {
    static final int EMPTY = 0;

    /** Returned by {@link #with} if the message contradicts the set of claims. */
    static final int CONFLICT = Integer.MAX_VALUE;

    private final ExploredProtocol protocol;
    private final Messages messages;
    private final List<TreeMap<String, String>> sets = new ArrayList<>();
    private final Map<TreeMap<String, String>, Integer> numbers = new HashMap<>();
    private final LongIntMap known = new LongIntMap();
    private final List<Boolean> silent = new ArrayList<>();

    Claims(ExploredProtocol protocol, Messages messages) {
        this.protocol = protocol;
        this.messages = messages;
        sets.add(new TreeMap<>());
        numbers.put(sets.get(0), 0);
    }

    /** {@link #CONFLICT} if the message contradicts a claim of the set {@code set}. */
    int with(int set, int message) {
        while (silent.size() <= message)
            silent.add(protocol.claims(messages.get(silent.size()).message()).isEmpty());
        if (silent.get(message)) return set;
        long key = (long) set << 32 | message;
        int number = known.get(key);
        if (number != LongIntMap.NONE) return number;
        number = add(set, message);
        known.put(key, number);
        return number;
    }

    boolean contradicts(int set, int message) {
        if (set == EMPTY) return false;
        TreeMap<String, String> claims = sets.get(set);
        for (Claim claim : protocol.claims(messages.get(message).message())) {
            String before = claims.get(claim.about());
            if (before != null && !before.equals(claim.value())) return true;
        }
        return false;
    }

    private int add(int set, int message) {
        TreeMap<String, String> more = new TreeMap<>(sets.get(set));
        for (Claim claim : protocol.claims(messages.get(message).message())) {
            String before = more.put(claim.about(), claim.value());
            if (before != null && !before.equals(claim.value())) return CONFLICT;
        }
        Integer known2 = numbers.putIfAbsent(more, sets.size());
        if (known2 != null) return known2;
        sets.add(more);
        return sets.size() - 1;
    }

    int size(int set) {
        return sets.get(set).size();
    }

    String conflict(int set, int message) {
        for (Claim claim : protocol.claims(messages.get(message).message())) {
            String before = sets.get(set).get(claim.about());
            if (before != null && !before.equals(claim.value()))
                return claim.about() + " has " + before + " and " + claim.value();
        }
        throw new IllegalArgumentException("no conflict");
    }
}
