package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The network addresses and the running state of the other members, as far as this process knows. The address of a
 * member is the address from which the member's process has sent a {@link Hello}. The node starts when this process has
 * found that no other process serves its server id.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code Neighbours}.
 *
 * @param <A> the address of a process, new at each start of the process
 */
public final class Neighbours<A extends Comparable<? super A>> implements OtherMembers {
    private final Driver driver;
    private final Transport<A> transport;
    private final BooleanSupplier established;
    private final Greeter<A> greeter;
    private final AddressBook<A> book;

    private Membership members;

    /**
     * @param established returns whether the node of this process leads, or follows an established leader
     * @param self server id of this process
     * @param members the members that founded the ensemble.
     * @param group name of the ensemble, see {@link Hello}
     * @param wireVersion the highest version of frames that this process speaks
     * @param local address of this process.
     * @param idCheckNanos time in ns for which this process waits for the answers of other processes before the node
     *     starts.
     * @param witnesses number of servers that must report the same fact before this process believes it: 1 if members
     *     do not lie; f+1 if f members may lie
     */
    public Neighbours(
            Driver driver,
            Transport<A> transport,
            BooleanSupplier established,
            int self,
            Membership members,
            String group,
            int wireVersion,
            A local,
            long idCheckNanos,
            int witnesses) {
        this.driver = driver;
        this.transport = transport;
        this.established = established;
        this.members = members;
        greeter =
                new Greeter<>(
                        self,
                        group,
                        wireVersion,
                        local,
                        idCheckNanos,
                        witnesses,
                        new Surroundings());
        book = greeter.book();
    }

    /**
     * Passes a new view of the JGroups group to the code that exchanges hellos.
     *
     * @param view the addresses in the group's view, including the address of this process
     */
    public void onView(List<A> view) {
        greeter.onView(view, driver.nowNanos());
    }

    /** Processes a hello of an authenticated sender, and learns the sender's address and server id. */
    public void onHello(A from, Hello hello) {
        greeter.onHello(from, hello, driver.nowNanos());
    }

    /** Notes that the process at {@code from} has sent a hello but has not yet proved that it is server {@code id}. */
    public void onUnproven(A from, int id) {
        greeter.onUnproven(from, id);
    }

    /** Notes that a message has come from an address at which no server is known. */
    public void onStranger(A from) {
        greeter.onStranger(from, driver.nowNanos());
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
     * The number of processes that have run as this server, including this process, as far as the ensemble remembers.
     * Returns 0 until this process serves its server id.
     */
    public long incarnation() {
        return greeter.incarnation();
    }

    /**
     * The highest version of frames that server {@code id} speaks; 0 if this process does not know the server's
     * address.
     */
    public int wireVersionOf(int id) {
        return greeter.wireVersionOf(id);
    }

    /** The ids of the servers whose addresses this process knows, including this server, in ascending order. */
    public Set<Integer> reachable() {
        return book.reachable();
    }

    /** The membership of the ensemble after the last membership change that this member has delivered. */
    public Membership members() {
        return members;
    }

    @Override
    public void send(int to, Message message) {
        send(to, message, Hold.NEVER);
    }

    @Override
    public void send(int to, Message message, Hold hold) {
        AddressBook.Contact<A> contact = book.contact(to);
        if (contact == null) transport.onUnaddressed(to);
        else transport.send(contact.address(), to, contact.wireVersion(), message, hold);
    }

    @Override
    public void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {
        if (!transport.holds()) return;
        List<A> addresses = new ArrayList<>(to.size());
        for (int id : to) {
            A address = book.addressOf(id);
            if (address != null) addresses.add(address);
        }
        transport.beginPledge(pledge, addresses, expectedNanos);
    }

    @Override
    public void endPledge(long pledge) {
        transport.endPledge(pledge);
    }

    @Override
    public void delivered(Entry entry, long nanos) {
        transport.delivered(entry, nanos);
    }

    @Override
    public void onMembership(Membership now) {
        members = now;
    }

    @Override
    public void onEnd() {
        transport.onEnd();
        greeter.leave();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        greeter.visitQueues(to);
    }

    @Override
    public void onTick(long nowNanos) {
        greeter.onTick(nowNanos);
        transport.onTick();
    }

    private final class Surroundings implements Greeter.Surroundings<A> {
        @Override
        public void say(A to, Hello hello) {
            transport.say(to, hello);
        }

        @Override
        public void serve() {
            driver.serve();
        }

        @Override
        public void reachable(Set<Integer> servers) {
            driver.onReachable(servers);
        }

        @Override
        public void reject(String why, boolean inUse) {
            driver.fail(new RejectedException(why, inUse));
        }

        @Override
        public void warn(A about, String what) {
            transport.warn(about, what);
        }

        @Override
        public boolean established() {
            return established.getAsBoolean();
        }
    }
}
