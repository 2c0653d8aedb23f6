package io.abcast.jgroups.camu;

import io.abcast.driver.Greeter;
import io.abcast.driver.Hello;
import io.abcast.driver.RejectedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jgroups.Address;

/**
 * The roster (list of addresses) of the servers on a channel. The servers of a channel introduce themselves to one
 * another by {@link Hello}s. All replicas of a server share the server's roster, because a server has one id, one
 * address and one configuration. The roster's own thread runs the {@link Greeter}. The event loops of the replicas read
 * the {@link #addresses} that the roster publishes.
 *
 * <p><b>Bound:</b> at most {@link #EVENTS_MAX} hellos and reports of unauthenticated peers wait. The roster drops
 * hellos and reports while {@link #EVENTS_MAX} of them wait. The senders of dropped hellos and reports send these
 * messages again.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #stop} blocks.
 */
final class ServerRoster {
    /** Maximum number of hellos, and reports of unauthenticated peers, that wait for the roster's thread. */
    private static final int EVENTS_MAX = 4096;

    /** Time in ns between two checks for unanswered hellos. */
    private static final long TICK_NANOS = 25_000_000;

    /**
     * The server as the roster sees it: the roster starts and stops the server by the methods of {@code Server}. The
     * roster's thread calls all methods of the interface {@code Server}.
     */
    interface Server {
        /**
         * Starts the nodes of the replicas, because the server id belongs to this process. The roster calls {@code
         * serve} again when the set of reachable servers changes.
         *
         * @param servers the servers that this server can reach, including this server
         */
        void serve(Set<Integer> servers);

        /**
         * Stops this server, for example because another process uses its server id. The roster calls {@code reject} at
         * most once, with the reason.
         */
        void reject(RejectedException why);
    }

    private final Greeter<Address> greeter;
    private final Address local;
    private final Server server;
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Thread thread;
    private final long originNanos = System.nanoTime();
    private volatile ServerAddresses addresses = ServerAddresses.NONE;
    private Set<Integer> told = Set.of();
    private boolean served;
    private boolean stopping;

    /**
     * Number of hellos and reports of unauthenticated peers that the roster dropped because too many of these messages
     * waited for the roster's thread.
     */
    final LongAdder dropped = new LongAdder();

    /**
     * Creates the list of a channel's servers, which is empty at first. The method {@link #start} starts the roster's
     * thread.
     *
     * @param name name of the roster's thread
     * @param settings settings that all servers share, used as the ensemble's name in a {@link Hello}
     * @param idCheckNanos time in ns for which this server waits for the answers of silent processes before it serves
     *     its id
     * @param established whether a replica of this server leads or follows an established leader
     * @param say function that sends a hello to an address; it must not block
     * @param warn function that reports a line about the process at an address to the operator
     */
    ServerRoster(
            String name,
            int self,
            String settings,
            int wireVersion,
            Address local,
            long idCheckNanos,
            BooleanSupplier established,
            BiConsumer<Address, Hello> say,
            BiConsumer<Address, String> warn,
            Server server) {
        this.local = local;
        this.server = server;
        greeter =
                new Greeter<>(
                        self,
                        settings,
                        wireVersion,
                        local,
                        idCheckNanos,
                        1,
                        new Greeter.Surroundings<>() {
                            @Override
                            public void say(Address to, Hello hello) {
                                say.accept(to, hello);
                            }

                            @Override
                            public void serve() {
                                served = true;
                            }

                            @Override
                            public void reachable(Set<Integer> servers) {
                                // The roster publishes the addresses before it calls serve(),
                                // because serve() starts the nodes of the replicas, which send
                                // messages at once.
                            }

                            @Override
                            public void reject(String why, boolean inUse) {
                                server.reject(new RejectedException(why, inUse));
                            }

                            @Override
                            public void warn(Address about, String what) {
                                warn.accept(about, what);
                            }

                            @Override
                            public boolean established() {
                                return established.getAsBoolean();
                            }
                        });
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /**
     * Starts the end of the roster without waiting: the roster informs the other servers that this server ends, and
     * then ends its thread.
     */
    void beginStop() {
        events.add(
                () -> {
                    greeter.leave();
                    stopping = true;
                });
    }

    /** Ends the roster like {@link #beginStop}, but also waits for the end of the roster's thread. */
    void stop() {
        if (!thread.isAlive()) return;
        beginStop();
        boolean interrupted = false;
        while (thread.isAlive() && Thread.currentThread() != thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** Returns the addresses of the other servers, as the roster has published them last. */
    ServerAddresses addresses() {
        return addresses;
    }

    /** Passes a new view of the JGroups group, which contains this server, to the roster's thread. */
    void onView(List<Address> view) {
        events.add(() -> greeter.onView(view, now()));
    }

    void onHello(Address from, Hello hello) {
        offer(() -> greeter.onHello(from, hello, now()));
    }

    /** Informs the roster's thread of a message from an address that belongs to no known server. */
    void onStranger(Address from) {
        offer(() -> greeter.onStranger(from, now()));
    }

    private void offer(Runnable event) {
        if (events.size() < EVENTS_MAX) events.add(event);
        else dropped.increment();
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    // ------------------------------------------ methods that the roster's thread runs

    private void run() {
        long nextTick = now();
        List<Runnable> batch = new ArrayList<>();
        while (!stopping) {
            await(nextTick, batch);
            for (Runnable event : batch) event.run();
            batch.clear();
            if (stopping) break;
            if (now() - nextTick >= 0) {
                greeter.onTick(now());
                nextTick = now() + TICK_NANOS;
            }
            publish();
        }
    }

    /**
     * Waits until the monotonic time {@code untilNanos} for hellos and other events. An interrupt of the roster's
     * thread only ends the wait for events early.
     */
    private void await(long untilNanos, List<Runnable> batch) {
        try {
            Runnable first = events.poll(Math.max(0, untilNanos - now()), TimeUnit.NANOSECONDS);
            if (first != null) batch.add(first);
        } catch (InterruptedException e) {
            // Only stop() ends the roster's thread, so the thread ignores an interrupt.
        }
        events.drainTo(batch);
    }

    private void publish() {
        Map<Integer, ServerAddresses.Contact> byId = new HashMap<>();
        Map<Address, Integer> byAddress = new HashMap<>();
        Set<Integer> reachable = greeter.reachable();
        for (int id : reachable) {
            Address address = greeter.addressOf(id);
            if (address == null || address.equals(local)) continue;
            byId.put(id, new ServerAddresses.Contact(address, greeter.wireVersionOf(id)));
            byAddress.put(address, id);
        }
        if (!byId.equals(addresses.byId())) addresses = new ServerAddresses(byId, byAddress);
        if (!served || reachable.equals(told)) return;
        told = new TreeSet<>(reachable);
        server.serve(told);
    }
}
