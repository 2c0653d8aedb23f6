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
 * The other members, as this process knows them. The address of a member is the address from which its process has sent
 * a {@link Hello}. The node starts when it is clear that no other process serves the server id of this process.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 *
 * @param <A> the address of a process, new at each start of the process
 */
public final class Neighbours<A extends Comparable<? super A>> implements OtherMembers {
    private final Driver driver;
    private final Transport<A> transport;
    private final BooleanSupplier established;
    private final Greeter<A> greeter;
    private final AddressBook<A> book;

    /** The membership after the last change that this member has delivered. */
    private Membership members;

    /**
     * @param established whether the node leads or follows an established leader.
     * @param self server id of this process.
     * @param members the founding members.
     * @param group see {@link Hello}.
     * @param wireVersion the highest version of frames that this process speaks.
     * @param local address of this process.
     * @param idCheckNanos time to wait for the answers of silent processes before the node starts.
     * @param witnesses number of servers that must report the same fact before this process believes it. The number is
     *     1 in most protocols. If f members may lie, and all members prove their ids, the number is f+1
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

    // ------------------------------------------------------------------ events, inside a turn

    /**
     * Handles a new view.
     *
     * @param view the addresses of the view, including the address of this process
     */
    public void onView(List<A> view) {
        greeter.onView(view, driver.nowNanos());
    }

    /** Handles a hello of an authenticated sender, or any hello if senders need not be authenticated. */
    public void onHello(A from, Hello hello) {
        greeter.onHello(from, hello, driver.nowNanos());
    }

    /** Handles a hello whose sender has not proved yet that it is server {@code id}. */
    public void onUnproven(A from, int id) {
        greeter.onUnproven(from, id);
    }

    /** Handles a message from an address without a known server. The driver drops such a message. */
    public void onStranger(A from) {
        greeter.onStranger(from, driver.nowNanos());
    }

    // ------------------------------------------------------------------ known servers

    /** Returns the id of the server at an address; 0 if no server is known there. */
    public int idAt(A address) {
        return book.idAt(address);
    }

    /** The address of another server; null if this process does not know the address. */
    public A addressOf(int id) {
        return book.addressOf(id);
    }

    /**
     * The number of processes that have run as this server, including this process, as far as the ensemble remembers; 0
     * until this process serves.
     */
    public long incarnation() {
        return greeter.incarnation();
    }

    /** The highest version of frames that another server speaks; 0 if its address is unknown. */
    public int wireVersionOf(int id) {
        return greeter.wireVersionOf(id);
    }

    /** The servers with a known address, including this server, in ascending order. */
    public Set<Integer> reachable() {
        return book.reachable();
    }

    /** The membership after the last change that this member has delivered. */
    public Membership members() {
        return members;
    }

    // ------------------------------------------------------------------ for the driver

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
