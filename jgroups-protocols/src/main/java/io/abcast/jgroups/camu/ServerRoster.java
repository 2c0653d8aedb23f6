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
 * The servers of a channel, introduced to one another by {@link Hello}s. All replicas of a server share its roster,
 * because a server has one id, one address and one configuration. A thread of its own runs the {@link Greeter}; the
 * event loops of the replicas read the published {@link #addresses}.
 *
 * <p><b>Bound:</b> at most {@link #EVENTS_MAX} hellos and reports of unauthenticated peers wait; further ones are dropped. Their
 * senders repeat them.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #stop} blocks.
 */
final class ServerRoster {
    /** Maximum number of waiting hellos and reports of unauthenticated peers. */
    private static final int EVENTS_MAX = 4096;

    /** Time between two checks for unanswered hellos. */
    private static final long TICK_NANOS = 25_000_000;

    /** The calls by which the roster acts on this server. The thread of the roster makes all calls. */
    interface Server {
        /**
         * Starts the nodes, because the server id belongs to this process. Called again when other servers can be
         * reached.
         *
         * @param servers the servers that can be reached, including this server
         */
        void serve(Set<Integer> servers);

        /** Stops this server. Called once. */
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

    /** Hellos and reports of unauthenticated peers that were dropped because too many waited. */
    final LongAdder dropped = new LongAdder();

    /**
     * Creates a roster; {@link #start} starts its thread.
     *
     * @param name name of the thread
     * @param settings name of the group, see {@link Hello}: the settings that all servers share
     * @param idCheckNanos time to wait for the answers of silent processes before this server serves
     * @param established whether a replica of this server leads or follows an established leader
     * @param say sends a hello; must not block
     * @param warn reports a line about the process at an address to the operator
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
                                // The addresses are published before, because nodes send at once.
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

    /** Requests that the other servers learn that this server ends, and that the thread ends then. */
    void beginStop() {
        events.add(
                () -> {
                    greeter.leave();
                    stopping = true;
                });
    }

    /** Like {@link #beginStop}, and waits for the end of the thread. */
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

    /** The addresses of the other servers. */
    ServerAddresses addresses() {
        return addresses;
    }

    /** Handles a new view, which contains this process. */
    void onView(List<Address> view) {
        events.add(() -> greeter.onView(view, now()));
    }

    void onHello(Address from, Hello hello) {
        offer(() -> greeter.onHello(from, hello, now()));
    }

    /** Handles a message from an address without a known server. */
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

    // ------------------------------------------------------------------ the thread

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

    /** Waits for events until {@code untilNanos}. An interrupt has no effect. */
    private void await(long untilNanos, List<Runnable> batch) {
        try {
            Runnable first = events.poll(Math.max(0, untilNanos - now()), TimeUnit.NANOSECONDS);
            if (first != null) batch.add(first);
        } catch (InterruptedException e) {
            // Only stop ends this thread.
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
