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
 * Which members of a view have {@code COOPER}, by their ids. Views, greetings that came and those that went are told by threads of their
 * own: what is told last is what all of them have said. Thread-safe.
 */
public final class CooperMembers {
    private final int self;
    private final Consumer<int[]> told;
    private final Map<Address, Integer> idOf = new ConcurrentHashMap<>();
    private final Map<Integer, Address> addressOf = new ConcurrentHashMap<>();

    // Guarded by this.
    private List<Address> view = List.of();

    /** Those who know this member: what is sent to others is not understood. */
    private final Set<Address> greeted = new HashSet<>();

    /** @param told takes the ids of those who can be reached, this member included; does not wait */
    public CooperMembers(int self, Consumer<int[]> told) {
        this.self = self;
        this.told = told;
    }

    /** Null if it has not said. */
    public Integer id(Address member) {
        return idOf.get(member);
    }

    /** Null if that is not known. */
    public Address address(int id) {
        return addressOf.get(id);
    }

    /**
     * Who there is. A greeting may come earlier than the view that has its sender: only who was there and is not any more is forgotten.
     *
     * @return who is new, this member too, if it is
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
        tell();
        return fresh;
    }

    /** They have been greeted. */
    public synchronized void onGreeted(List<Address> members) {
        for (Address member : members) if (view.contains(member)) greeted.add(member);
        tell();
    }

    /** A greeting came. */
    public synchronized void onHello(Address from, int id) {
        Address before = addressOf.put(id, from);
        if (before != null && !before.equals(from)) idOf.remove(before);
        idOf.put(from, id);
        tell();
    }

    /** Under the lock: whoever tells later has seen more. */
    private void tell() {
        TreeSet<Integer> ids = new TreeSet<>();
        ids.add(self);
        addressOf.forEach(
                (id, address) -> {
                    if (greeted.contains(address)) ids.add(id);
                });
        told.accept(ids.stream().mapToInt(Integer::intValue).toArray());
    }
}
