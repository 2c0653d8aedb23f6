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
 * Keeps the network addresses of the servers of an ensemble, as the servers' hellos announce them. If several processes
 * name one server id, the address book uses the process with the highest incarnation (run number).
 *
 * <p><b>Bound:</b> The address book keeps one hello per member of the view, {@link #EARLY_MAX} hellos of other
 * processes, and {@link #INCARNATIONS_MAX} incarnations (run numbers).
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code AddressBook}.
 *
 * @param <A> the address of a process
 */
final class AddressBook<A extends Comparable<? super A>> {
    /** When {@code EARLY_MAX} hellos from outside the present view are kept, a new one replaces the oldest. */
    private static final int EARLY_MAX = 64;

    /**
     * When {@code INCARNATIONS_MAX} servers are remembered, a hello of a new server replaces the server whose last
     * hello is the oldest.
     */
    static final int INCARNATIONS_MAX = 1024;

    record Contact<A>(A address, int wireVersion) {}

    private final int self;
    private final String group;
    private final int witnesses;
    private final LinkedHashMap<A, Hello> heard = new LinkedHashMap<>();
    private final LinkedHashMap<A, Hello> early = new LinkedHashMap<>();
    private final LinkedHashMap<A, Integer> idAt = new LinkedHashMap<>();
    private final Map<Integer, Contact<A>> contacts = new HashMap<>();

    /**
     * For each server id, the highest incarnation (run number) in any received hello, also of processes that have
     * ended.
     */
    private final LinkedHashMap<Integer, Long> incarnations = new LinkedHashMap<>();

    private List<A> others = List.of();

    AddressBook(int self, String group, int witnesses) {
        this.witnesses = witnesses;
        this.self = self;
        this.group = group;
    }

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
     * The highest incarnation (run number) of this server that at least {@code witnesses} servers of the view confirm;
     * 0 if fewer know one. A single lying server therefore cannot use up all incarnations.
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
     * of this server. Returns {@code null} if no such process has sent a hello.
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

    long incarnation(int id) {
        return incarnations.getOrDefault(id, 0L);
    }

    Hello heard(A address) {
        return heard.get(address);
    }

    Contact<A> contact(int id) {
        return contacts.get(id);
    }

    A addressOf(int id) {
        Contact<A> contact = contacts.get(id);
        return contact == null ? null : contact.address();
    }

    int idAt(A address) {
        Integer id = idAt.get(address);
        return id == null ? 0 : id;
    }

    Set<Integer> reachable() {
        Set<Integer> ids = new TreeSet<>(idAt.values());
        ids.add(self);
        return ids;
    }

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
     * Of two processes with equal incarnations (run numbers), the process with the higher address is later, so that all
     * processes decide alike.
     */
    private boolean isLater(A one, A other) {
        int order = Long.compare(heard.get(one).incarnation(), heard.get(other).incarnation());
        return order != 0 ? order > 0 : one.compareTo(other) > 0;
    }
}
