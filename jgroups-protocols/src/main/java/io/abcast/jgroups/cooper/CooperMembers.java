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
 * The members of a view that have {@code COOPER} in their stacks, by server id. The last set of server ids that the
 * listener receives takes all earlier reports into account. Any thread may call the methods of {@code CooperMembers}.
 */
public final class CooperMembers {
    private final int self;
    private final Consumer<int[]> listener;
    private final Map<Address, Integer> idOf = new ConcurrentHashMap<>();
    private final Map<Integer, Address> addressOf = new ConcurrentHashMap<>();

    // The members of the last JGroups view; guarded by this object's lock.
    private List<Address> view = List.of();

    /** A member understands messages of this member only after this member's greeting. */
    private final Set<Address> greeted = new HashSet<>();

    /** @param listener consumer of the server ids of the reachable members, including this member; must not block */
    public CooperMembers(int self, Consumer<int[]> listener) {
        this.self = self;
        this.listener = listener;
    }

    /** Returns the server id of a member; {@code null} before the greeting of that member has arrived. */
    public Integer id(Address member) {
        return idOf.get(member);
    }

    /** Returns the address of the member with server id {@code id}; {@code null} if the address is unknown. */
    public Address address(int id) {
        return addressOf.get(id);
    }

    /**
     * Updates the known members after a new view of the JGroups group. Only members that have left the group are
     * removed, because a greeting may arrive before the view with its sender.
     *
     * @return the members that the previous view did not contain, including this member if it is new
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

    /** Records the server id that a member's greeting contains. */
    public synchronized void onHello(Address from, int id) {
        Address before = addressOf.put(id, from);
        if (before != null && !before.equals(from)) idOf.remove(before);
        idOf.put(from, id);
        report();
    }

    /** The caller must hold the lock of {@code CooperMembers}, so that a later report contains newer ids. */
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
