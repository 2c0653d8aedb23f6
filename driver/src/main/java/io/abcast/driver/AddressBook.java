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
 * Keeps the network addresses of the servers of an ensemble, as the servers' hellos announce them. A process states in
 * its hello which server id it serves. If the group's view contains a process, the address of the process is the
 * address of the server that its hello names. Two processes may name the same server id, because right after a restart
 * the group's view may still contain the dead process. If several processes name one server id, the address book uses
 * the process with the highest incarnation (run number). The address book also contains servers that are not members
 * yet, because a server must be reachable before it becomes a member.
 *
 * <p><b>Bound:</b> The address book keeps one hello per member of the view, {@link #EARLY_MAX} hellos of other
 * processes, and {@link #INCARNATIONS_MAX} incarnations (run numbers).
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code AddressBook}.
 *
 * @param <A> the address of a process
 */
final class AddressBook<A extends Comparable<? super A>> {
    /**
     * Maximum number of hellos that the address book keeps from addresses outside the present view. When {@code
     * EARLY_MAX} hellos are kept, a new hello from outside the view replaces the oldest hello.
     */
    private static final int EARLY_MAX = 64;

    /**
     * Maximum number of servers whose incarnations the address book remembers. When {@code INCARNATIONS_MAX} servers
     * are remembered, a hello of a new server replaces the server whose last hello is the oldest.
     */
    static final int INCARNATIONS_MAX = 1024;

    /**
     * The network address of a server, and the highest version of frames that the server supports.
     *
     * @param wireVersion the highest version of frames (encoded messages) that the server speaks
     */
    record Contact<A>(A address, int wireVersion) {}

    private final int self;
    private final String group;
    private final int witnesses;
    private final LinkedHashMap<A, Hello> heard = new LinkedHashMap<>();
    private final LinkedHashMap<A, Hello> early = new LinkedHashMap<>();
    private final LinkedHashMap<A, Integer> idAt = new LinkedHashMap<>();
    private final Map<Integer, Contact<A>> contacts = new HashMap<>();

    /**
     * For each server id, the highest incarnation (run number) that any received hello has named. The map of
     * incarnations (run numbers) also includes hellos of processes that have ended.
     */
    private final LinkedHashMap<Integer, Long> incarnations = new LinkedHashMap<>();

    private List<A> others = List.of();

    /**
     * @param self the id of this process's own server, which the address book never assigns to another address.
     * @param group the name of the ensemble that a hello must contain so that its sender belongs to this ensemble.
     * @param witnesses number of servers that must report the same fact before this process believes the fact, see
     *     {@link Greeter}
     */
    AddressBook(int self, String group, int witnesses) {
        this.witnesses = witnesses;
        this.self = self;
        this.group = group;
    }

    /**
     * Handles a new view of the JGroups group. The list {@code others} contains the addresses in the view except the
     * address of this process.
     */
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

    /**
     * Whether the sender of {@code hello} is a server of this ensemble, or a server that wants to become a member of
     * this ensemble.
     */
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

    /** The addresses in the group's present view, except the address of this process. */
    List<A> others() {
        return others;
    }

    /**
     * The addresses in the view whose processes have not yet reported the highest incarnation (run number) of this
     * server that they know.
     */
    List<A> silent() {
        return without(hello -> hello.receiver() == self);
    }

    /**
     * The addresses that {@link #silent} lists, and the addresses of processes that have sent a hello but do not serve
     * yet.
     */
    List<A> silentOrJoining() {
        return without(hello -> hello.receiver() == self && hello.serving());
    }

    private List<A> without(Predicate<Hello> said) {
        return others.stream()
                .filter(address -> !heard.containsKey(address) || !said.test(heard.get(address)))
                .toList();
    }

    /**
     * Returns the highest incarnation (run number) of this server that at least {@code witnesses} servers of the view
     * confirm. A server confirms every incarnation (run number) up to the highest incarnation that it knows. The method
     * returns 0 if fewer than {@code witnesses} servers know an incarnation (run number) of this server. An incarnation
     * (run number) counts only if {@code witnesses} servers confirm it, so that a single lying server cannot use up all
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

    /**
     * Returns the address of a process that serves this server's id and has the highest known incarnation (run number)
     * of this server. The method returns {@code null} if no such process has sent a hello. A process with a lower
     * incarnation does not count: a later process of this server has already served, so the earlier process stops as
     * soon as it receives a hello of a later one.
     */
    A latestServer() {
        for (A address : heard.keySet()) if (isLatestServer(heard.get(address))) return address;
        for (A address : early.keySet()) if (isLatestServer(early.get(address))) return address;
        return null;
    }

    private boolean isLatestServer(Hello hello) {
        return isServer(hello)
                && hello.id() == self
                && hello.serving()
                && hello.incarnation() >= incarnationKnown();
    }

    /**
     * The highest incarnation (run number) of the server {@code id} in any received hello; 0 before the first hello of
     * that server.
     */
    long incarnation(int id) {
        return incarnations.getOrDefault(id, 0L);
    }

    /** The last hello from {@code address}, which is in the view; null if no hello has arrived from this address. */
    Hello heard(A address) {
        return heard.get(address);
    }

    /**
     * The address and the frame version of the server {@code id}; null if the address book does not know the server's
     * address.
     */
    Contact<A> contact(int id) {
        return contacts.get(id);
    }

    /** The address of the server {@code id}; null if this process does not know the address. */
    A addressOf(int id) {
        Contact<A> contact = contacts.get(id);
        return contact == null ? null : contact.address();
    }

    /** Returns the id of the server at {@code address}; 0 if the address book knows no server at this address. */
    int idAt(A address) {
        Integer id = idAt.get(address);
        return id == null ? 0 : id;
    }

    /** The ids of the servers whose addresses the address book knows, including this server. */
    Set<Integer> reachable() {
        Set<Integer> ids = new TreeSet<>(idAt.values());
        ids.add(self);
        return ids;
    }

    /** Passes the lengths and bounds of the queues to {@code to}, see {@link Driver#visitQueues}. */
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
     * Whether process {@code one} is the later of two processes that serve the same server id. Of two processes with
     * one server id, the address book uses the later process, and all processes decide in the same way. If both
     * processes have the same incarnation (run number), the process with the higher address is the later process.
     */
    private boolean isLater(A one, A other) {
        int order = Long.compare(heard.get(one).incarnation(), heard.get(other).incarnation());
        return order != 0 ? order > 0 : one.compareTo(other) > 0;
    }
}
