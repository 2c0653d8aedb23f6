package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The addresses of servers. A process states in its hello which server id it serves; its address then is the address of
 * that server, if the process is in the view. If several processes name the same server id, the one with the highest
 * incarnation counts, because right after a restart a view may still contain the dead process. The book also contains
 * servers of the group that are not members yet, because a server must be reachable before it becomes a member.
 *
 * <p><b>Bound:</b> one hello per member of the view, {@link #EARLY_MAX} further hellos, and {@link #INCARNATIONS_MAX}
 * incarnations.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 *
 * @param <A> an address of a process
 */
final class AddressBook<A extends Comparable<? super A>> {
    /**
     * Maximum number of hellos that are kept from addresses outside the present view. At the bound the oldest hello is
     * dropped.
     */
    private static final int EARLY_MAX = 64;

    /**
     * Maximum number of servers whose incarnation the book remembers. At the bound it forgets the server whose last
     * hello is the oldest.
     */
    static final int INCARNATIONS_MAX = 1024;

    /**
     * The address of a server, and the version that it supports.
     *
     * @param wireVersion the highest version of frames that the server speaks
     */
    record Contact<A>(A address, int wireVersion) {}

    private final int self;
    private final String group;
    private final int witnesses;
    private final LinkedHashMap<A, Hello> heard = new LinkedHashMap<>();
    private final LinkedHashMap<A, Hello> early = new LinkedHashMap<>();
    private final LinkedHashMap<A, Integer> idAt = new LinkedHashMap<>();
    private final Map<Integer, Contact<A>> contacts = new HashMap<>();

    /** The highest incarnation in any hello, by server id. Hellos of processes that have ended count as well. */
    private final LinkedHashMap<Integer, Long> incarnations = new LinkedHashMap<>();

    private List<A> others = List.of();

    /**
     * @param self this server's id, which the book never assigns to another address.
     * @param group the group that a hello must carry for its sender to belong to this ensemble
     * @param witnesses see {@link Greeter}
     */
    AddressBook(int self, String group, int witnesses) {
        this.witnesses = witnesses;
        this.self = self;
        this.group = group;
    }

    /** Handles a new view; {@code others} are the members of the view except this process. */
    void onView(List<A> others) {
        this.others = List.copyOf(others);
        Set<A> present = new HashSet<>(others);
        heard.keySet().retainAll(present);
        for (A address : others) {
            Hello hello = early.remove(address);
            if (hello != null) heard.putIfAbsent(address, hello);
        }
        resolve();
    }

    void onHello(A from, Hello hello) {
        if (isServer(hello)) remember(hello.id(), hello.incarnation());
        if (others.contains(from)) {
            heard.put(from, hello);
            resolve();
            return;
        }
        early.remove(from);
        if (early.size() >= EARLY_MAX) early.remove(early.keySet().iterator().next());
        early.put(from, hello);
    }

    /** Whether the sender of the hello is a server of this ensemble, or wants to become one. */
    private boolean isServer(Hello hello) {
        return hello.id() > 0 && hello.group().equals(group);
    }

    private void remember(int id, long incarnation) {
        long known = incarnation(id);
        incarnations.remove(id);
        if (incarnations.size() >= INCARNATIONS_MAX)
            incarnations.remove(incarnations.keySet().iterator().next());
        incarnations.put(id, Math.max(known, incarnation));
    }

    /** The members of the view except this process. */
    List<A> others() {
        return others;
    }

    /** The members of the view that have not reported yet which incarnation of this server they know. */
    List<A> silent() {
        return without(hello -> hello.receiver() == self);
    }

    /** The members that {@link #silent} lists, and the members that have sent a hello but do not serve yet. */
    List<A> silentOrJoining() {
        return without(hello -> hello.receiver() == self && hello.serving());
    }

    private List<A> without(Predicate<Hello> said) {
        return others.stream()
                .filter(address -> !heard.containsKey(address) || !said.test(heard.get(address)))
                .toList();
    }

    /**
     * Returns the highest incarnation of this server that at least {@code witnesses} servers of the view confirm. A
     * server confirms every incarnation up to the highest one that it knows. The result is 0 if too few servers know an
     * incarnation. Several servers must confirm an incarnation, so that a single lying server cannot use up all
     * incarnations.
     */
    long incarnationKnown() {
        TreeMap<Integer, Long> byServer = new TreeMap<>();
        for (A address : others) {
            Hello hello = heard.get(address);
            if (hello != null && hello.receiver() == self && hello.group().equals(group))
                byServer.merge(hello.id(), hello.known(), Math::max);
        }
        long[] known = byServer.values().stream().mapToLong(Long::longValue).sorted().toArray();
        long believed = known.length < witnesses ? 0 : known[known.length - witnesses];
        return Math.max(incarnation(self), believed);
    }

    /** The highest incarnation of a server in any hello; 0 before the first hello of that server. */
    long incarnation(int id) {
        return incarnations.getOrDefault(id, 0L);
    }

    /** The last hello from an address in the view; null if there was no hello. */
    Hello heard(A address) {
        return heard.get(address);
    }

    /** The contact of a server, or null if it is unknown. */
    Contact<A> contact(int id) {
        return contacts.get(id);
    }

    /** The address of a server; null if this process does not know the address. */
    A addressOf(int id) {
        Contact<A> contact = contacts.get(id);
        return contact == null ? null : contact.address();
    }

    /** Returns the id of the server at an address; 0 if no server is known there. */
    int idAt(A address) {
        Integer id = idAt.get(address);
        return id == null ? 0 : id;
    }

    /** The servers with a known address, including this server. */
    Set<Integer> reachable() {
        Set<Integer> ids = new TreeSet<>(idAt.values());
        ids.add(self);
        return ids;
    }

    /** See {@link Driver#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("hellos of the view", heard.size(), others.size());
        to.queue("hellos from outside of the view", early.size(), EARLY_MAX);
        to.queue("incarnations", incarnations.size(), INCARNATIONS_MAX);
        to.queue("addresses", idAt.size(), others.size());
        to.queue("contacts", contacts.size(), others.size());
    }

    private void resolve() {
        idAt.clear();
        contacts.clear();
        for (A address : others) {
            Hello hello = heard.get(address);
            if (hello == null || !hello.serving() || !isServer(hello) || hello.id() == self)
                continue;
            A rival = addressOf(hello.id());
            if (rival != null && isLater(rival, address)) continue;
            if (rival != null) idAt.remove(rival);
            contacts.put(hello.id(), new Contact<>(address, hello.wireVersion()));
            idAt.put(address, hello.id());
        }
    }

    /**
     * Whether process {@code one} is the later of two processes that serve the same id. The later process counts. All
     * processes decide in the same way. If the incarnations are equal, the addresses decide.
     */
    private boolean isLater(A one, A other) {
        int order = Long.compare(heard.get(one).incarnation(), heard.get(other).incarnation());
        return order != 0 ? order > 0 : one.compareTo(other) > 0;
    }
}
