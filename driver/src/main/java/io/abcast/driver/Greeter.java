package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Exchanges hellos between this process and the other processes, and ensures that no two processes serve one server id.
 * A process first asks every member of its first view whether a running process serves its server id. The address of a
 * dead process may stay in the group's view for a while. A dead process does not answer, so the new process waits for
 * answers only for a limited time.
 *
 * <p>A running process counts as serving the id only if its incarnation is the highest that the members know. A process
 * with a lower incarnation is outdated: while a network partition hid it, a later process of the server ran and ended.
 * The new process then serves the id, and the outdated process stops when it receives a hello of a later one.
 *
 * <p>Two processes may serve the same server id in spite of the hellos, for example after a network partition. If two
 * processes serve one server id, the earlier process stops and the later process continues. The later of two processes
 * with one server id is the process with the higher {@linkplain Hello#incarnation incarnation}.
 *
 * <p><b>Thread rule:</b> Only the thread that runs the driver uses the greeter.
 *
 * @param <A> the address of a process
 */
public final class Greeter<A extends Comparable<? super A>> {
    /** The calls with which a greeter sends hellos, starts or stops its process, and informs the operator. */
    public interface Surroundings<A> {
        /** Sends {@code hello} to the process at the address {@code to}. */
        void say(A to, Hello hello);

        /**
         * Starts the node of this process, because no other process serves the server id. The greeter calls {@code
         * serve} at most once.
         */
        void serve();

        /**
         * Reports the ids of the servers that this process can reach. The greeter calls {@code reachable} only after
         * {@link #serve}.
         */
        void reachable(Set<Integer> servers);

        /**
         * Stops this process for the reason {@code why}.
         *
         * @param why the reason why this process must stop, as a text for the operator
         * @param inUse whether this process stops because another process serves the same server id
         */
        void reject(String why, boolean inUse);

        /** Reports the line {@code what} about the process at address {@code about} to the operator. */
        void warn(A about, String what);

        /** Whether this process's member leads, or follows an established leader. */
        boolean established();
    }

    private static final long ASK_AGAIN_NANOS = 250_000_000;
    private static final long ASK_AGAIN_LATER_NANOS = 5_000_000_000L;
    private static final int ASK_OFTEN = 20;
    private static final String PARTS = Pattern.quote(Hello.SEPARATOR);

    private final int self;
    private final String group;
    private final int wireVersion;
    private final A local;
    private final long idCheckNanos;
    private final int witnesses;

    private final TreeMap<Integer, String> otherGroups = new TreeMap<>();

    private final AddressBook<A> book;
    private final Surroundings<A> surroundings;

    private long incarnation;

    private boolean viewSeen;
    private boolean serving;
    private boolean rejected;
    private boolean gone;
    private boolean establishedTold;
    private long askUntilNanos;
    private long askAgainNanos;
    private int asked;

    /**
     * @param wireVersion the highest version of frames that this process speaks.
     * @param idCheckNanos time in ns for which this process waits for answers to its hello before it serves its server
     *     id.
     * @param witnesses number of servers that must report the same fact before this process believes it: 1 if members
     *     do not lie; f+1 if f members may lie
     */
    public Greeter(
            int self,
            String group,
            int wireVersion,
            A local,
            long idCheckNanos,
            int witnesses,
            Surroundings<A> surroundings) {
        this.self = self;
        this.group = group;
        this.wireVersion = wireVersion;
        this.local = local;
        this.idCheckNanos = idCheckNanos;
        this.surroundings = surroundings;
        this.witnesses = witnesses;
        book = new AddressBook<>(self, group, witnesses);
    }

    AddressBook<A> book() {
        return book;
    }

    /** Returns the id of the server at {@code address}; 0 if this process knows no server at this address. */
    public int idAt(A address) {
        return book.idAt(address);
    }

    /** The address of the server {@code id}; null if this process does not know the address. */
    public A addressOf(int id) {
        return book.addressOf(id);
    }

    /**
     * The highest version of frames that server {@code id} speaks; 0 if this process does not know the server's
     * address.
     */
    public int wireVersionOf(int id) {
        AddressBook.Contact<A> contact = book.contact(id);
        return contact == null ? 0 : contact.wireVersion();
    }

    /** The ids of the servers whose addresses this process knows, including this server, in ascending order. */
    public Set<Integer> reachable() {
        return book.reachable();
    }

    /**
     * The incarnation (run number) of this process, see {@link Hello#incarnation}; 0 until this process serves its
     * server id.
     */
    public long incarnation() {
        return incarnation;
    }

    /** Handles a new view of the JGroups group. */
    public void onView(List<A> viewMembers, long nowNanos) {
        book.onView(viewMembers.stream().filter(address -> !address.equals(local)).toList());
        if (!viewSeen) {
            viewSeen = true;
            askUntilNanos = nowNanos + idCheckNanos;
        }
        asked = 0;
        askAgainNanos = nowNanos + ASK_AGAIN_NANOS;
        greetAll();
        if (serving) surroundings.reachable(book.reachable());
        else serveIfFree(nowNanos);
    }

    /** Handles a hello of an authenticated sender. */
    public void onHello(A from, Hello hello, long nowNanos) {
        if (from.equals(local)) return;
        book.onHello(from, hello);
        if (hello.answer()) surroundings.say(from, hello(hello.id(), false));
        if (!hello.group().equals(group)) onOtherGroup(from, hello);
        else if (hello.id() == self) onSameId(from, hello);
        if (rejected) return;
        if (serving) surroundings.reachable(book.reachable());
        else serveIfFree(nowNanos);
    }

    /** Handles a hello whose sender has not proved its identity by a certificate or signature yet. */
    public void onUnproven(A from, int id) {
        if (!from.equals(local)) surroundings.say(from, hello(id, true));
    }

    /** Handles a frame from {@code from}, an address at which no server is known. */
    public void onStranger(A from, long nowNanos) {
        if (book.others().contains(from))
            askAgainNanos = Math.min(askAgainNanos, nowNanos + ASK_AGAIN_NANOS);
    }

    /** Announces that this process ends, so that the other processes need not wait for a timeout. */
    public void leave() {
        if (!serving || gone || rejected) return;
        gone = true;
        greetAll();
    }

    /** Sends each hello again that other processes have not answered. */
    public void onTick(long nowNanos) {
        if (!viewSeen || rejected) return;
        if (establishedTold != surroundings.established()) greetAll();
        if (nowNanos - askAgainNanos >= 0) {
            for (A address : book.silentOrJoining())
                surroundings.say(address, hello(idOf(address), true));
            askAgainNanos =
                    nowNanos + (asked < ASK_OFTEN ? ASK_AGAIN_NANOS : ASK_AGAIN_LATER_NANOS);
            asked++;
        }
        if (!serving) serveIfFree(nowNanos);
    }

    /** Passes the lengths and bounds of the greeter's queues to {@code to}, see {@link Driver#visitQueues}. */
    public void visitQueues(QueueVisitor to) {
        to.queue("other groups", otherGroups.size(), AddressBook.INCARNATIONS_MAX);
        book.visitQueues(to);
    }

    private void onOtherGroup(A from, Hello hello) {
        if (hello.established() && !surroundings.established() && isWitnessed(hello))
            reject(
                    "the established ensemble is '%s' (reported by server %d at %s), expected '%s'"
                            .formatted(
                                    difference(hello.group(), group),
                                    hello.id(),
                                    from,
                                    difference(group, hello.group())),
                    false);
        else
            surroundings.warn(
                    from,
                    "ignoring %s: expected a member of '%s', got server %d of '%s'"
                            .formatted(
                                    from,
                                    difference(group, hello.group()),
                                    hello.id(),
                                    difference(hello.group(), group)));
    }

    /**
     * If either name has no parts, or the two names have different numbers of parts, the method returns all of {@code
     * name}.
     */
    private static String difference(String name, String other) {
        String[] parts = name.split(PARTS, -1);
        String[] others = other.split(PARTS, -1);
        if (parts.length != others.length) return name;
        StringJoiner differing = new StringJoiner(Hello.SEPARATOR);
        for (int i = 0; i < parts.length; i++)
            if (!parts[i].equals(others[i])) differing.add(parts[i]);
        return differing.toString();
    }

    /**
     * If members may lie, one report of another ensemble is not enough: a single lying server must not stop this
     * process.
     */
    private boolean isWitnessed(Hello hello) {
        if (witnesses == 1) return true;
        if (otherGroups.size() < AddressBook.INCARNATIONS_MAX
                || otherGroups.containsKey(hello.id())) otherGroups.put(hello.id(), hello.group());
        return otherGroups.values().stream().filter(hello.group()::equals).count() >= witnesses;
    }

    private void onSameId(A from, Hello hello) {
        boolean later =
                hello.incarnation() > incarnation
                        || (hello.incarnation() == incarnation && from.compareTo(local) > 0);
        if (serving && hello.serving() && later)
            reject(
                    "server %d has been started again at %s, this process is the older one"
                            .formatted(self, from),
                    true);
        else if (!serving && !hello.serving() && !later) rejectInUse(from);
        // If this process asks and the sender serves the id, serveIfFree decides when all processes
        // have answered.
        else if (serving || !hello.serving())
            surroundings.warn(
                    from,
                    "refused %s: it tried to run as server %d, which is this process"
                            .formatted(from, self));
    }

    private void rejectInUse(A by) {
        reject("server id %d is in use by %s".formatted(self, by), true);
    }

    private void reject(String why, boolean inUse) {
        if (rejected) return;
        rejected = true;
        surroundings.reject(why, inUse);
    }

    private void serveIfFree(long nowNanos) {
        if (!viewSeen || rejected) return;
        if (!book.silent().isEmpty() && nowNanos - askUntilNanos < 0) return;
        A server = book.latestServer();
        if (server != null) {
            rejectInUse(server);
            return;
        }
        serving = true;
        incarnation = book.incarnationKnown() + 1;
        greetAll();
        surroundings.serve();
        surroundings.reachable(book.reachable());
    }

    private void greetAll() {
        establishedTold = surroundings.established();
        List<A> silent = book.silent();
        for (A address : book.others())
            surroundings.say(address, hello(idOf(address), silent.contains(address)));
    }

    private int idOf(A address) {
        Hello hello = book.heard(address);
        return hello == null ? 0 : hello.id();
    }

    private Hello hello(int receiver, boolean answer) {
        return new Hello(
                self,
                incarnation,
                serving && !gone,
                surroundings.established() && !gone,
                receiver,
                book.incarnation(receiver),
                answer,
                wireVersion,
                group);
    }
}
