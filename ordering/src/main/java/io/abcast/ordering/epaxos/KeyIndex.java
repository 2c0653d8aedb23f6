package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;

/**
 * Finds the known instances that interfere with given keys (the conflict relation of PreAccept in Ryabinin, Gotsman and
 * Sutra 2025). For each instance, the index has the keys of its {@code initCmd} (the proposed value) and of its {@code
 * cmd} (the accepted or decided value). The proposed and the accepted value of an instance may differ. An instance
 * interferes with keys if its proposed value or its accepted value interferes. For an accepted or committed Nop, the
 * keys of the instance's {@code initCmd} (proposed value) count. A Nop without an {@code initCmd} (proposed value)
 * interferes with all keys.
 *
 * <p>The answer of the index is exact: it contains every known interfering instance above the frontier, and no other
 * instance. A shorter answer of the index, such as the last writer of each key, would be wrong. A recovery may turn the
 * last writer into a Nop, and then the instances before that writer would be missing.
 *
 * <p>The cost of an answer is proportional to the number of its instance ids, each counted once for every key that it
 * shares with the question. The cost of an answer depends neither on the number of all known instances nor on the
 * number of instances up to the frontier. The addition of an instance to the index needs one lookup for each key. The
 * removal of an instance from the index needs no lookup, because the uses of its keys are linked.
 *
 * <p><b>Bound:</b> the index grows with the instances that the caller adds; the caller removes instances with {@link
 * #dropThrough}. Not thread-safe.
 */
public final class KeyIndex {
    /** The indexed instances that read or write one key. */
    private static final class Users {
        private final long hash;

        /**
         * By rank of an origin, two elements: the last use by an instance that only reads the key, and the last use by
         * an instance that writes it.
         */
        private final Use[] last;

        /**
         * Number of the key's uses by instances that are not executed. The field {@code openWriters} is the number of
         * these uses that write the key.
         */
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

    /**
     * The use (read or write) of one key by one instance. The uses of a key by instances of one origin are linked in
     * the order of the instance numbers.
     */
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

    /** An indexed instance. */
    private static final class Known {
        /**
         * Union of the keys of the instance's {@code initCmd} and {@code cmd}; all keys if {@link #unknown} is true.
         */
        private final Keys keys;

        /** Whether the instance is a Nop whose {@code initCmd} (proposed value) is unknown. */
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

    /** By rank of the origin and instance number: the indexed instances. */
    private final LongTable<Known>[] known;

    /**
     * By hash of the key: the instances that read or write the key. The table has only keys that some indexed instance
     * uses.
     */
    private final LongTable<Users> users = new LongTable<>();

    /** All indexed instances. */
    private final InstanceLists indexed;

    /** The indexed instances that write at least one key. */
    private final InstanceLists writing;

    /** The indexed instances that write all keys, and the Nops without an {@code initCmd}. */
    private final InstanceLists writingAll;

    /** The indexed instances that read all keys and do not write all keys. */
    private final InstanceLists readingAll;

    /** The indexed Nops without an {@code initCmd} (proposed value). */
    private final InstanceLists unknown;

    /**
     * Number of all unexecuted instances in the index. The fields {@code openWriting} to {@code openUnknown} are the
     * numbers of unexecuted instances in the lists {@code writing} to {@code unknown}.
     */
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
     * Sets the keys of an instance, which replace the instance's earlier keys. An executed instance stays marked as
     * executed.
     *
     * @param initKeys keys of the instance's {@code initCmd}; {@code null} if the member has no {@code initCmd}
     * @param keys keys of the instance's {@code cmd}; {@code null} for a Nop
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

    /**
     * Inserts the use of a key into a list. Members open instances in ascending order, so the new use of a key is
     * nearly always the last one in its list.
     */
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

    /**
     * Adds {@code by}, which is 1 or -1, to each counter of unexecuted instances that includes the instance {@code
     * its}.
     */
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
     * Records that an instance is executed, so that it no longer counts in {@link #hasInterfering}. A call of {@code
     * executed} has no effect if the index does not have the instance.
     */
    public void executed(InstanceId id) {
        Known its = known[rank(id)].get(id.number());
        if (its == null || its.executed) return;
        its.executed = true;
        count(its, -1);
    }

    /** Forgets an instance. A call of {@code remove} has no effect if the index does not have the instance. */
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
     * Removes all instances up to a line, which has one number for each origin. The cost of {@code dropThrough} is
     * proportional to the number of removed instances.
     *
     * @param line number of the last instance to remove, by rank of the origin
     */
    public void dropThrough(long[] line) {
        for (int rank = 0; rank < line.length; rank++)
            for (long n = indexed.first(rank); n != 0 && n <= line[rank]; n = indexed.first(rank))
                remove(rank, n);
    }

    /** Returns the number of indexed instances. */
    public int size() {
        int size = 0;
        for (LongTable<Known> each : known) size += each.size();
        return size;
    }

    /** Returns the number of indexed instances that are not executed. */
    int open() {
        return open;
    }

    /** Returns the number of keys that indexed instances use. */
    public int keys() {
        return users.size();
    }

    /**
     * Returns the dependency set {@code base}, extended by all known instances above the frontier of {@code base} that
     * interfere with {@code keys}.
     *
     * @param keys keys of a value or of a read
     * @param base a dependency set whose X and frontier the result contains
     * @param except the instance whose value has the keys; never added to X; {@code null} for a read
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
