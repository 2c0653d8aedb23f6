package io.abcast.kernel;

import java.util.Arrays;

/**
 * The configured ensemble: N distinct server ids, fixed for the life of a node. A member's <em>rank</em> is its index in
 * ascending order of id; per-member state lives in arrays indexed by rank. Immutable.
 */
public final class Membership {
    /** Highest number of members. */
    public static final int SIZE_MAX = 31;

    /** Highest server id. */
    public static final int ID_MAX = 65_535;

    private final int[] ids;

    private Membership(int[] ids) {
        this.ids = ids;
    }

    /**
     * @param ids distinct server ids in [1, {@link #ID_MAX}], 1 to {@link #SIZE_MAX} of them, an odd number
     * @throws IllegalArgumentException if they are not; the message says what was expected
     */
    public static Membership of(int... ids) {
        int[] sorted = ids.clone();
        Arrays.sort(sorted);
        if (sorted.length == 0 || sorted.length > SIZE_MAX)
            throw new IllegalArgumentException(
                    "members: expected 1 to " + SIZE_MAX + " server ids, got " + ids.length);
        if (sorted.length % 2 == 0)
            throw new IllegalArgumentException(
                    "members: expected an odd number of server ids (N = 2f+1), got "
                            + ids.length
                            + ": "
                            + Arrays.toString(ids));
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] < 1 || sorted[i] > ID_MAX)
                throw new IllegalArgumentException(
                        "members: expected server ids in 1.." + ID_MAX + ", got " + sorted[i]);
            if (i > 0 && sorted[i] == sorted[i - 1])
                throw new IllegalArgumentException(
                        "members: server id " + sorted[i] + " appears twice");
        }
        return new Membership(sorted);
    }

    /** Parses {@code "1,2,3"}. */
    public static Membership parse(String list) {
        String[] parts = list.trim().split("\\s*,\\s*", -1);
        int[] ids = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                ids[i] = Integer.parseInt(parts[i]);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "members: expected server ids separated by commas, such as 1,2,3, got '"
                                + list
                                + "'",
                        e);
            }
        }
        return of(ids);
    }

    /** N. */
    public int size() {
        return ids.length;
    }

    /** f+1 of N = 2f+1. */
    public int quorum() {
        return ids.length / 2 + 1;
    }

    /** The id of the member with {@code rank} in [0, N). */
    public int id(int rank) {
        return ids[rank];
    }

    /** The rank of {@code id}, or -1 if it is not a member. */
    public int rank(int id) {
        int rank = Arrays.binarySearch(ids, id);
        return rank < 0 ? -1 : rank;
    }

    public boolean contains(int id) {
        return rank(id) >= 0;
    }

    /** The ids in ascending order; a copy. */
    public int[] ids() {
        return ids.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Membership m && Arrays.equals(ids, m.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    /** {@code 1,2,3}. */
    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        for (int id : ids) s.append(s.length() == 0 ? "" : ",").append(id);
        return s.toString();
    }
}
