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
 * The addresses of the servers on a channel, which introduce themselves to one another by {@link Hello}s. The roster's
 * own thread runs the {@link Greeter}.
 *
 * <p><b>Bound:</b> at most {@link #EVENTS_MAX} hellos and reports of unauthenticated peers wait; the roster drops more,
 * and their senders repeat them.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #stop} blocks.
 */
final class ServerRoster {
    private static final int EVENTS_MAX = 4096;

    private static final long TICK_NANOS = 25_000_000;

    interface Server {
        void serve(Set<Integer> servers);

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

    final LongAdder dropped = new LongAdder();

    /**
     * @param idCheckNanos time in ns for which this server waits for the answers of silent processes before it serves
     *     its id
     * @param established whether a replica of this server leads or follows an established leader
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

    void beginStop() {
        events.add(
                () -> {
                    greeter.leave();
                    stopping = true;
                });
    }

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

    ServerAddresses addresses() {
        return addresses;
    }

    void onView(List<Address> view) {
        events.add(() -> greeter.onView(view, now()));
    }

    void onHello(Address from, Hello hello) {
        offer(() -> greeter.onHello(from, hello, now()));
    }

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
