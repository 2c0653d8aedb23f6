package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Introduces this process and the other processes to one another, and ensures that no server runs twice. A process
 * first asks every member of its first view whether its server id is free. If the id is free, the process serves it.
 * Running processes answer at once. The address of a dead process may stay in the view for a while, so the asking
 * process waits for answers only for a limited time.
 *
 * <p>Two processes may nevertheless serve the same id, for example after a split. Then the earlier process stops and
 * the later process continues, because the later one serves the id only if the earlier one has not answered in time.
 * The later process is the one with the higher {@linkplain Hello#incarnation incarnation}. A process derives its
 * incarnation from the incarnations that the members remember, without a clock. If processes of two ensembles meet and
 * only one of the two processes is established, the other one stops. Otherwise the two processes ignore each other.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 *
 * @param <A> an address of a process
 */
public final class Greeter<A extends Comparable<? super A>> {
    /** The calls by which a greeter acts on its process and informs the operator. */
    public interface Surroundings<A> {
        /** Sends a hello to the process at an address. */
        void say(A to, Hello hello);

        /** Starts the node, because the id belongs to this process. Called once. */
        void serve();

        /** Reports the servers that can be reached. The greeter calls this method only after {@link #serve}. */
        void reachable(Set<Integer> servers);

        /**
         * Stops this process.
         *
         * @param inUse whether the reason is that another process serves the same id
         */
        void reject(String why, boolean inUse);

        /** Reports a line about the process at address {@code about} to the operator. */
        void warn(A about, String what);

        /** Whether the process leads or follows an established leader. */
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

    /**
     * The other group that an established process has named in its hello, by the server id of that process. Groups are
     * kept only if members prove their identity. Bound: {@link AddressBook#INCARNATIONS_MAX}. At the bound, hellos of
     * further servers are ignored.
     */
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
     * @param idCheckNanos time to wait for answers of silent members.
     * @param witnesses number of servers that must report the same fact before this process believes it. The number is
     *     1 in most protocols. If f members may lie, and all members prove their identity, the number is f+1
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

    /** Returns the id of the server at an address; 0 if no server is known there. */
    public int idAt(A address) {
        return book.idAt(address);
    }

    /** The address of another server; null if this process does not know the address. */
    public A addressOf(int id) {
        return book.addressOf(id);
    }

    /** The highest version of frames that another server speaks; 0 if its address is unknown. */
    public int wireVersionOf(int id) {
        AddressBook.Contact<A> contact = book.contact(id);
        return contact == null ? 0 : contact.wireVersion();
    }

    /** The servers with a known address, including this server, in ascending order. */
    public Set<Integer> reachable() {
        return book.reachable();
    }

    /** See {@link Hello#incarnation}; 0 until this process serves. */
    public long incarnation() {
        return incarnation;
    }

    /** Handles a new view. */
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

    /** Handles a hello of an authenticated sender, or any hello if senders need not be authenticated. */
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

    /** Handles a hello whose sender has not proved its identity yet. The answer asks the sender for another hello. */
    public void onUnproven(A from, int id) {
        if (!from.equals(local)) surroundings.say(from, hello(id, true));
    }

    /**
     * Handles a frame from an address without a known server. If the address is in the view, asks the process there for
     * its identity.
     */
    public void onStranger(A from, long nowNanos) {
        if (book.others().contains(from))
            askAgainNanos = Math.min(askAgainNanos, nowNanos + ASK_AGAIN_NANOS);
    }

    /**
     * Announces that this process ends, so that the other processes need not detect its end. If this process leads, its
     * followers start an election at once, long before the group installs a view without this process.
     */
    public void leave() {
        if (!serving || gone || rejected) return;
        gone = true;
        greetAll();
    }

    /** Sends unanswered questions again. Called every few tens of milliseconds. */
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

    /** See {@link Driver#visitQueues}. */
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
     * Returns the parts of a group's name that differ from those of another name. Names without parts, and names with
     * different numbers of parts, are returned completely.
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
     * Whether at least {@code witnesses} servers report the same other group. One report is not enough, because a
     * single lying server must not stop this process.
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
        else if (!serving && (hello.serving() || !later))
            reject("server id %d is in use by %s".formatted(self, from), true);
        else
            surroundings.warn(
                    from,
                    "refused %s: it tried to run as server %d, which is this process"
                            .formatted(from, self));
    }

    private void reject(String why, boolean inUse) {
        if (rejected) return;
        rejected = true;
        surroundings.reject(why, inUse);
    }

    private void serveIfFree(long nowNanos) {
        if (!viewSeen || rejected) return;
        if (!book.silent().isEmpty() && nowNanos - askUntilNanos < 0) return;
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
