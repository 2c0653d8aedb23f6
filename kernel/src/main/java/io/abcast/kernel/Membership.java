package io.abcast.kernel;

import io.abcast.kernel.MembershipChange.Kind;
import java.util.Arrays;

/**
 * The members of an ensemble at one time, as a set of server ids. N of the members are voters; the votes of voters
 * count in quorums. The members that are not voters are observers: observers receive all entries and never vote. A
 * member's <em>rank</em> is its index among all voters and observers in ascending order of id. Immutable.
 */
public final class Membership {
    /** Maximum number of members of an ensemble, observers included. */
    public static final int SIZE_MAX = 31;

    /** Highest permitted server id of a member. */
    public static final int ID_MAX = 65_535;

    private static final int[] NO_OBSERVERS = new int[0];

    private final int[] ids;
    private final boolean[] votes;
    private final int voters;

    private Membership(int[] ids, boolean[] votes) {
        this.ids = ids;
        this.votes = votes;
        int count = 0;
        for (boolean vote : votes) if (vote) count++;
        voters = count;
    }

    /**
     * Creates the membership of a new ensemble, in which all members are voters.
     *
     * @param ids server ids of the voters, 1 to {@link #SIZE_MAX} distinct ids in [1, {@link #ID_MAX}].
     * @throws IllegalArgumentException if {@code ids} are not 1 to {@link #SIZE_MAX} distinct server ids in the range;
     *     the message of the exception states the expected ids
     */
    public static Membership of(int... ids) {
        return of(ids, NO_OBSERVERS);
    }

    /**
     * Creates a membership with voters and observers, for example after changes of the ensemble. At least one member of
     * the ensemble must be a voter.
     *
     * @throws IllegalArgumentException if the server ids are not distinct, not in [1, {@link #ID_MAX}], or too few or
     *     too many
     */
    public static Membership of(int[] voters, int[] observers) {
        int size = voters.length + observers.length;
        if (voters.length == 0 || size > SIZE_MAX)
            throw new IllegalArgumentException(
                    "members: expected 1 to "
                            + SIZE_MAX
                            + " server ids, at least one of them a voter's, got "
                            + voters.length
                            + (observers.length == 0
                                    ? ""
                                    : " voters and " + observers.length + " observers"));
        int[] ids = Arrays.copyOf(voters, size);
        System.arraycopy(observers, 0, ids, voters.length, observers.length);
        Arrays.sort(ids);
        for (int i = 0; i < size; i++) {
            if (ids[i] < 1 || ids[i] > ID_MAX)
                throw new IllegalArgumentException(
                        "members: expected server ids in 1.." + ID_MAX + ", got " + ids[i]);
            if (i > 0 && ids[i] == ids[i - 1])
                throw new IllegalArgumentException(
                        "members: server id " + ids[i] + " appears twice");
        }
        boolean[] votes = new boolean[size];
        for (int voter : voters) votes[Arrays.binarySearch(ids, voter)] = true;
        return new Membership(ids, votes);
    }

    /** Parses the membership of a new ensemble from a list of server ids such as {@code "1,2,3"}. */
    public static Membership parse(String list) {
        return of(parseIds(list));
    }

    private static int[] parseIds(String list) {
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
        return ids;
    }

    /**
     * Returns the membership that results when {@code change} is applied to this membership.
     *
     * @throws IllegalArgumentException if {@code change} does not fit this membership; the message of the exception
     *     states the reason
     */
    public Membership after(MembershipChange change) {
        int id = change.id();
        boolean adds = change.kind() == Kind.ADD_OBSERVER;
        if (adds == contains(id))
            throw new IllegalArgumentException(
                    change + ": " + id + (adds ? " is a member already" : " is no member"));
        int[] voters = voterIds();
        int[] observers = observerIds();
        boolean votes = !adds && votes(rank(id));
        switch (change.kind()) {
            case ADD_OBSERVER -> observers = with(observers, id);
            case PROMOTE -> {
                if (votes) throw new IllegalArgumentException(change + ": it is a voter already");
                voters = with(voters, id);
                observers = without(observers, id);
            }
            case DEMOTE -> {
                if (!votes)
                    throw new IllegalArgumentException(change + ": it is an observer already");
                voters = without(voters, id);
                observers = with(observers, id);
            }
            case REMOVE -> {
                voters = without(voters, id);
                observers = without(observers, id);
            }
        }
        if (voters.length == 0)
            throw new IllegalArgumentException(change + ": expected at least one voter to remain");
        return of(voters, observers);
    }

    private static int[] with(int[] ids, int id) {
        int[] more = Arrays.copyOf(ids, ids.length + 1);
        more[ids.length] = id;
        return more;
    }

    private static int[] without(int[] ids, int id) {
        return Arrays.stream(ids).filter(other -> other != id).toArray();
    }

    /** The number of members of the ensemble, observers included. The ranks of the members are in [0, size). */
    public int size() {
        return ids.length;
    }

    /** The number N of voters of the ensemble. */
    public int voters() {
        return voters;
    }

    /** Number of voters in a quorum, the smallest majority of the voters: f+1 if N = 2f+1. */
    public int quorum() {
        return voters / 2 + 1;
    }

    /** The server id of the member with rank {@code rank} in [0, size). */
    public int id(int rank) {
        return ids[rank];
    }

    /** The rank of the member with server id {@code id}; -1 if {@code id} is not a member. */
    public int rank(int id) {
        int rank = Arrays.binarySearch(ids, id);
        return rank < 0 ? -1 : rank;
    }

    /** Whether the member with rank {@code rank} in [0, size) is a voter. */
    public boolean votes(int rank) {
        return votes[rank];
    }

    /** Whether the server with id {@code id} is a member, either a voter or an observer. */
    public boolean contains(int id) {
        return rank(id) >= 0;
    }

    /** Returns a new array with the server ids of all members in ascending order. */
    public int[] ids() {
        return ids.clone();
    }

    /** Returns a new array with the server ids of the voters in ascending order. */
    public int[] voterIds() {
        return select(true);
    }

    /** Returns a new array with the server ids of the observers in ascending order. */
    public int[] observerIds() {
        return select(false);
    }

    private int[] select(boolean voting) {
        int[] selected = new int[voting ? voters : ids.length - voters];
        int count = 0;
        for (int r = 0; r < ids.length; r++) if (votes[r] == voting) selected[count++] = ids[r];
        return selected;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Membership m
                && Arrays.equals(ids, m.ids)
                && Arrays.equals(votes, m.votes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(ids) + Arrays.hashCode(votes);
    }

    /**
     * Returns the server ids of the voters as text, for example {@code 1,2,3}. If the membership has observers, their
     * ids follow after a plus sign: {@code 1,2,3+4,5}.
     */
    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        list(voterIds(), s);
        if (voters < ids.length) list(observerIds(), s.append('+'));
        return s.toString();
    }

    private static void list(int[] ids, StringBuilder s) {
        for (int i = 0; i < ids.length; i++) s.append(i == 0 ? "" : ",").append(ids[i]);
    }
}
