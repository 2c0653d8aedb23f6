package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the known instances that interfere with given keys (Ryabinin, Gotsman and Sutra 2025, the conflict relation of
 * PreAccept). An instance is known by the keys of its {@code initCmd} and of its {@code cmd}, which may differ. It
 * interferes if one of them does. An accepted or committed Nop counts by its {@code initCmd}. A Nop without an {@code
 * initCmd} interferes with everything.
 *
 * <p>The answer is exact: it names every known instance above the frontier that interferes, and no other one. A shorter
 * answer, such as the last writer of each key, would not do: that writer may become a Nop in a recovery, and the
 * instances behind it would be lost.
 *
 * <p>The cost of an answer is proportional to its ids, counted once per key that they share with the question, up to a
 * logarithm. It depends neither on the number of known instances nor on those up to the frontier.
 *
 * <p><b>Bound:</b> the caller keeps the instances and drops them up to a line, so the index holds as many as the caller
 * does. Not thread-safe.
 */
public final class KeyIndex {
    /** The instances that use one key. */
    private static final class Users {
        final InstanceLists writers;

        /** Instances that read the key and do not write it. */
        final InstanceLists readers;

        Users(int members) {
            writers = new InstanceLists(members);
            readers = new InstanceLists(members);
        }
    }

    /**
     * The keys by which an instance is known.
     *
     * @param keys keys of its {@code initCmd} and its {@code cmd}; all keys if it is unknown
     * @param unknown whether it is a Nop without an {@code initCmd}
     */
    private record Known(Keys keys, boolean unknown) {}

    private static final Known UNKNOWN = new Known(Keys.ALL, true);

    private final Membership members;

    /** By rank of the origin and number: the indexed instances. */
    private final LongTable<Known>[] known;

    /** By key. Only keys that an instance uses. */
    private final Map<String, Users> users = new HashMap<>();

    /** All indexed instances. */
    private final InstanceLists indexed;

    /** The instances that write a key. */
    private final InstanceLists writing;

    /** The instances that write all keys, and the Nops without an {@code initCmd}. */
    private final InstanceLists writingAll;

    /** The instances that read all keys and do not write all keys. */
    private final InstanceLists readingAll;

    /** The Nops without an {@code initCmd}. */
    private final InstanceLists unknown;

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
     * Sets what is known of an instance. It replaces what was known before.
     *
     * @param initKeys keys of the {@code initCmd}; {@code null} if the member has no {@code initCmd}
     * @param keys keys of the {@code cmd}; {@code null} for a Nop
     */
    public void put(InstanceId id, Keys initKeys, Keys keys) {
        Known now;
        if (initKeys != null) now = new Known(keys == null ? initKeys : initKeys.and(keys), false);
        else now = keys == null ? UNKNOWN : new Known(keys, false);
        int rank = rank(id);
        Known before = known[rank].get(id.number());
        if (now.equals(before)) return;
        if (before != null) remove(rank, id.number());
        if (now.keys.isNone()) return;
        known[rank].put(id.number(), now);
        add(rank, id.number(), now);
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
        for (int i = 0; i < keys.size(); i++) {
            Users of = users.computeIfAbsent(keys.key(i), key -> new Users(members.size()));
            (keys.isWritten(i) ? of.writers : of.readers).add(rank, number);
        }
    }

    /** Forgets an instance. An instance that is not known is ignored. */
    public void remove(InstanceId id) {
        remove(rank(id), id.number());
    }

    private void remove(int rank, long number) {
        Known its = known[rank].remove(number);
        if (its == null) return;
        Keys keys = its.keys;
        indexed.remove(rank, number);
        if (keys.isWriting()) writing.remove(rank, number);
        if (keys.isAll()) writingAll.remove(rank, number);
        else if (keys.readsAll()) readingAll.remove(rank, number);
        if (its.unknown) unknown.remove(rank, number);
        for (int i = 0; i < keys.size(); i++) {
            Users of = users.get(keys.key(i));
            (keys.isWritten(i) ? of.writers : of.readers).remove(rank, number);
            if (of.writers.isEmpty() && of.readers.isEmpty()) users.remove(keys.key(i));
        }
    }

    /**
     * Forgets all instances up to a line. The cost is proportional to their number.
     *
     * @param line number of the last instance to forget, by rank of the origin
     */
    public void dropThrough(long[] line) {
        for (int rank = 0; rank < line.length; rank++)
            for (long n = indexed.first(rank); n != 0 && n <= line[rank]; n = indexed.first(rank))
                remove(rank, n);
    }

    /** Number of indexed instances. */
    public int size() {
        int size = 0;
        for (LongTable<Known> each : known) size += each.size();
        return size;
    }

    /** Number of keys that indexed instances use. */
    public int keys() {
        return users.size();
    }

    /**
     * Returns {@code base}, with the X of {@code base} united with all known instances above the frontier of {@code
     * base} that interfere with {@code keys}.
     *
     * @param keys keys of a value or of a read
     * @param base a set with the X and the frontier to begin with
     * @param except an instance that never enters X, namely the one that has the value; {@code null} for a read
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
                Users of = users.get(keys.key(i));
                if (of == null) continue;
                of.writers.addTo(found, rank, number);
                if (keys.isWritten(i)) of.readers.addTo(found, rank, number);
            }
        }
        return found.build();
    }

    /** Whether any indexed instance interferes with {@code keys}. The cost is proportional to the number of keys. */
    public boolean hasInterfering(Keys keys) {
        if (keys.isAll()) return !indexed.isEmpty();
        if (keys.isNone()) return !unknown.isEmpty();
        if (!(keys.readsAll() ? writing : writingAll).isEmpty()) return true;
        if (keys.isWriting() && !readingAll.isEmpty()) return true;
        for (int i = 0; i < keys.size(); i++) {
            Users of = users.get(keys.key(i));
            if (of != null && (keys.isWritten(i) || !of.writers.isEmpty())) return true;
        }
        return false;
    }
}
