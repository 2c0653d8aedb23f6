package io.abcast.jgroups.cooper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jgroups.Address;

/**
 * The members of a view that have {@code COOPER}, by id. Different threads report views, received greetings and sent
 * greetings. The last set of ids that is passed to {@code listener} takes all earlier reports into account.
 * Thread-safe.
 */
public final class CooperMembers {
    private final int self;
    private final Consumer<int[]> listener;
    private final Map<Address, Integer> idOf = new ConcurrentHashMap<>();
    private final Map<Integer, Address> addressOf = new ConcurrentHashMap<>();

    // Guarded by this.
    private List<Address> view = List.of();

    /**
     * The members that this member has greeted. A member understands messages of this member only after the greeting.
     */
    private final Set<Address> greeted = new HashSet<>();

    /** @param listener receives the ids of the reachable members, this member included; must not block */
    public CooperMembers(int self, Consumer<int[]> listener) {
        this.self = self;
        this.listener = listener;
    }

    /** The id of a member; null before the greeting of the member has arrived. */
    public Integer id(Address member) {
        return idOf.get(member);
    }

    /** The address of the member with id {@code id}; null if unknown. */
    public Address address(int id) {
        return addressOf.get(id);
    }

    /**
     * Handles a new view. The greeting of a member may arrive before the view that contains the member, so only members
     * that leave the view are removed.
     *
     * @return the new members of the view, this member included if it is new
     */
    public synchronized List<Address> onView(List<Address> now) {
        List<Address> left = new ArrayList<>(view);
        left.removeAll(now);
        List<Address> fresh = new ArrayList<>(now);
        fresh.removeAll(view);
        view = List.copyOf(now);
        idOf.keySet().removeAll(left);
        addressOf.values().removeAll(left);
        left.forEach(greeted::remove);
        report();
        return fresh;
    }

    /** Reports that this member has greeted other members. */
    public synchronized void onGreeted(List<Address> members) {
        for (Address member : members) if (view.contains(member)) greeted.add(member);
        report();
    }

    /** Records the id from the greeting of a member. */
    public synchronized void onHello(Address from, int id) {
        Address before = addressOf.put(id, from);
        if (before != null && !before.equals(from)) idOf.remove(before);
        idOf.put(from, id);
        report();
    }

    /**
     * Reports the ids of the reachable members. The caller must hold the lock, so that a later report is based on newer
     * data.
     */
    private void report() {
        TreeSet<Integer> ids = new TreeSet<>();
        ids.add(self);
        addressOf.forEach(
                (id, address) -> {
                    if (greeted.contains(address)) ids.add(id);
                });
        listener.accept(ids.stream().mapToInt(Integer::intValue).toArray());
    }
}
