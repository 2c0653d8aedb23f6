package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;

/**
 * Index of the instances that a member knows, by the keys that their requests read and write. The index finds all
 * instances that interfere with given keys (Ryabinin, Gotsman and Sutra 2025, PreAccept). An instance is indexed by the
 * keys of its proposed value ({@code initCmd}) and of its accepted or decided value ({@code cmd}), which may differ. An
 * instance whose accepted or decided value is Nop is indexed by the keys of its proposed value. If the proposed value
 * of a Nop is unknown, the instance interferes with all keys.
 *
 * <p>Each answer of the index contains every known interfering instance above the given frontier, and no further
 * instance. An answer with only the last writer of each key would be wrong. A recovery may decide Nop for the last
 * writer of a key, and the dependencies would then lack the earlier writers of this key.
 *
 * <p>The cost of an answer is proportional to the number of instances in the answer, each counted once for every key
 * that it shares with the question. Other known instances, and instances up to the frontier, add no cost to an answer.
 *
 * <p><b>Bound:</b> the index itself sets no bound on the number of indexed instances; its user removes old instances by
 * {@link #dropThrough}. Not thread-safe.
 */
public final class KeyIndex {
    private static final class Users {
        private final long hash;

        /**
         * Two elements per rank of the origin: the key's last use by an instance that only reads it, and by an instance
         * that writes it.
         */
        private final Use[] last;

        private int open;

        private int openWriters;

        private Users(long hash, int members) {
            this.hash = hash;
            last = new Use[2 * members];
        }

        private boolean isEmpty() {
            for (Use each : last) if (each != null) return false;
            return true;
        }
    }

    private static final class Use {
        private final Users of;
        private final long number;
        private Use before;
        private Use after;

        private Use(Users of, long number) {
            this.of = of;
            this.number = number;
        }
    }

    private static final class Known {
        /**
         * Keys of the proposed value {@code initCmd} and the accepted value {@code cmd} together; all keys if {@link
         * #unknown}.
         */
        private final Keys keys;

        private final boolean unknown;

        private final Use[] uses;
        private boolean executed;

        private Known(Keys keys, boolean unknown) {
            this.keys = keys;
            this.unknown = unknown;
            uses = new Use[keys.size()];
        }
    }

    private final Membership members;

    private final LongTable<Known>[] known;

    private final LongTable<Users> users = new LongTable<>();

    private final InstanceLists indexed;

    private final InstanceLists writing;

    private final InstanceLists writingAll;

    private final InstanceLists readingAll;

    private final InstanceLists unknown;

    private int open;

    private int openWriting;
    private int openWritingAll;
    private int openReadingAll;
    private int openUnknown;

    private final DependenciesBuilder found;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public KeyIndex(Membership members) {
        this.members = members;
        int size = members.size();
        known = new LongTable[size];
        for (int rank = 0; rank < size; rank++) known[rank] = new LongTable<>();
        indexed = new InstanceLists(size);
        writing = new InstanceLists(size);
        writingAll = new InstanceLists(size);
        readingAll = new InstanceLists(size);
        unknown = new InstanceLists(size);
        found = new DependenciesBuilder(members);
    }

    /**
     * Indexes an instance by its keys, in place of its earlier keys. An instance that {@link #executed} has marked
     * stays marked.
     *
     * @param initKeys keys of the instance's proposed value {@code initCmd}; {@code null} if the member does not know
     *     this value
     * @param keys keys of the instance's accepted or decided value {@code cmd}; {@code null} if {@code cmd} is absent
     *     or Nop
     */
    public void put(InstanceId id, Keys initKeys, Keys keys) {
        boolean isUnknown = initKeys == null && keys == null;
        Keys all = isUnknown ? Keys.ALL : union(initKeys, keys);
        int rank = rank(id);
        Known before = known[rank].get(id.number());
        if (before != null) {
            if (before.unknown == isUnknown && before.keys.equals(all)) return;
            remove(rank, id.number());
        }
        if (all.isNone()) return;
        Known now = new Known(all, isUnknown);
        known[rank].put(id.number(), now);
        add(rank, id.number(), now);
        if (before != null && before.executed) executed(id);
    }

    private static Keys union(Keys initKeys, Keys keys) {
        if (initKeys == null) return keys;
        return keys == null ? initKeys : initKeys.and(keys);
    }

    private int rank(InstanceId id) {
        int rank = members.rank(id.origin());
        if (rank < 0) throw new IllegalArgumentException(id + ": expected an origin of " + members);
        return rank;
    }

    private void add(int rank, long number, Known its) {
        Keys keys = its.keys;
        indexed.add(rank, number);
        if (keys.isWriting()) writing.add(rank, number);
        if (keys.isAll()) writingAll.add(rank, number);
        else if (keys.readsAll()) readingAll.add(rank, number);
        if (its.unknown) unknown.add(rank, number);
        for (int i = 0; i < its.uses.length; i++) {
            Users of = users.get(keys.hash(i));
            if (of == null) {
                of = new Users(keys.hash(i), members.size());
                users.put(of.hash, of);
            }
            its.uses[i] = new Use(of, number);
            link(of.last, list(rank, keys.isWritten(i)), its.uses[i]);
        }
        count(its, 1);
    }

    private static int list(int rank, boolean writes) {
        return 2 * rank + (writes ? 1 : 0);
    }

    private static void link(Use[] last, int list, Use use) {
        Use before = last[list];
        while (before != null && before.number > use.number) {
            use.after = before;
            before = before.before;
        }
        use.before = before;
        if (before != null) before.after = use;
        if (use.after == null) last[list] = use;
        else use.after.before = use;
    }

    private static void unlink(Use[] last, int list, Use use) {
        if (use.before != null) use.before.after = use.after;
        if (use.after == null) last[list] = use.before;
        else use.after.before = use.before;
    }

    private void count(Known its, int by) {
        Keys keys = its.keys;
        open += by;
        if (keys.isWriting()) openWriting += by;
        if (keys.isAll()) openWritingAll += by;
        else if (keys.readsAll()) openReadingAll += by;
        if (its.unknown) openUnknown += by;
        for (int i = 0; i < its.uses.length; i++) {
            its.uses[i].of.open += by;
            if (keys.isWritten(i)) its.uses[i].of.openWriters += by;
        }
    }

    /**
     * Marks an instance as executed, so that {@link #hasInterfering} ignores it. If the instance is not in the index,
     * {@code executed} does nothing.
     */
    public void executed(InstanceId id) {
        Known its = known[rank(id)].get(id.number());
        if (its == null || its.executed) return;
        its.executed = true;
        count(its, -1);
    }

    /** Removes an instance from the index, if the index has the instance. */
    public void remove(InstanceId id) {
        remove(rank(id), id.number());
    }

    private void remove(int rank, long number) {
        Known its = known[rank].remove(number);
        if (its == null) return;
        if (!its.executed) count(its, -1);
        Keys keys = its.keys;
        indexed.remove(rank, number);
        if (keys.isWriting()) writing.remove(rank, number);
        if (keys.isAll()) writingAll.remove(rank, number);
        else if (keys.readsAll()) readingAll.remove(rank, number);
        if (its.unknown) unknown.remove(rank, number);
        for (int i = 0; i < its.uses.length; i++) {
            Users of = its.uses[i].of;
            unlink(of.last, list(rank, keys.isWritten(i)), its.uses[i]);
            if (of.isEmpty()) users.remove(of.hash);
        }
    }

    /**
     * Removes all instances up to a given number of each origin.
     *
     * @param line number up to which instances are removed, by rank of the origin
     */
    public void dropThrough(long[] line) {
        for (int rank = 0; rank < line.length; rank++)
            for (long n = indexed.first(rank); n != 0 && n <= line[rank]; n = indexed.first(rank))
                remove(rank, n);
    }

    /** Returns the number of instances in the index. */
    public int size() {
        int size = 0;
        for (LongTable<Known> each : known) size += each.size();
        return size;
    }

    int open() {
        return open;
    }

    /** Returns the number of different keys that the instances in the index read or write. */
    public int keys() {
        return users.size();
    }

    /**
     * Returns the dependency set {@code base}, extended by all known instances above the frontier of {@code base} that
     * interfere with {@code keys}.
     *
     * @param keys keys of a value or of a read
     * @param base dependencies to which the interfering instances are added; the result keeps its frontier
     * @param except the instance whose own keys are {@code keys}, so that it does not depend on itself; {@code null}
     *     for a read
     */
    public Dependencies interfering(Keys keys, Dependencies base, InstanceId except) {
        int rank = except == null ? -1 : rank(except);
        long number = except == null ? 0 : except.number();
        found.start(base);
        if (keys.isAll()) {
            indexed.addTo(found, rank, number);
        } else if (keys.isNone()) {
            unknown.addTo(found, rank, number);
        } else {
            (keys.readsAll() ? writing : writingAll).addTo(found, rank, number);
            if (keys.isWriting()) readingAll.addTo(found, rank, number);
            for (int i = 0; i < keys.size(); i++) {
                Users of = users.get(keys.hash(i));
                if (of != null) addTo(found, of, keys.isWritten(i), rank, number);
            }
        }
        return found.build();
    }

    private static void addTo(
            DependenciesBuilder to, Users of, boolean readers, int exceptRank, long exceptNumber) {
        for (int list = readers ? 0 : 1; list < of.last.length; list += readers ? 1 : 2) {
            int rank = list / 2;
            long frontier = to.frontier(rank);
            for (Use each = of.last[list]; each != null; each = each.before) {
                if (each.number <= frontier) break;
                if (rank != exceptRank || each.number != exceptNumber) to.add(rank, each.number);
            }
        }
    }

    /**
     * Returns whether any indexed instance that is not executed interferes with {@code keys}. The cost of {@code
     * hasInterfering} is proportional to the number of keys.
     */
    public boolean hasInterfering(Keys keys) {
        if (open == 0) return false;
        if (keys.isAll()) return true;
        if (keys.isNone()) return openUnknown > 0;
        if ((keys.readsAll() ? openWriting : openWritingAll) > 0) return true;
        if (keys.isWriting() && openReadingAll > 0) return true;
        for (int i = 0; i < keys.size(); i++) {
            Users of = users.get(keys.hash(i));
            if (of != null && (keys.isWritten(i) ? of.open : of.openWriters) > 0) return true;
        }
        return false;
    }
}
