package io.abcast.torture;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.Op;
import io.abcast.torture.Registers.Generation;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The clients of a torture run, each with one thread. With partitions, half of the clients (all, if the run records
 * deliveries) execute transactions on lists. Clients without lists operate on shared registers, or write each of their
 * keys once, half of them each.
 */
final class TortureClients implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private static final Duration ATTEMPT = Duration.ofSeconds(1);
    private static final long PLAIN_ANSWER_SECONDS = 3;
    private static final long STORE_ANSWER_SECONDS = 60;
    private static final long END_MILLIS = 90_000;
    private static final int LAST_LOOKS = 5;

    private final ClientLoops loops;
    private final List<InetSocketAddress> servers;
    private final TortureLoad load;
    private final Registers registers;
    private final List<StoreClient> stores = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<OnceClient> once = new ArrayList<>();
    private final RegisterClient looker;

    private final ListClient listLooker;

    TortureClients(
            TortureSpec spec,
            List<InetSocketAddress> servers,
            ClientLoops loops,
            TortureLoad load,
            Registers registers,
            ListHistory lists) {
        this.loops = loops;
        this.servers = servers;
        this.load = load;
        this.registers = registers;
        SplittableRandom random = new SplittableRandom(spec.seed() ^ 0x636C_6965_6E74_73L);
        long start = System.nanoTime();
        for (int id = 1; id <= spec.clients(); id++) {
            Pace pace = new Pace(spec.rate() / spec.clients(), start);
            long seed = random.nextLong();
            Runnable client =
                    isForLists(spec, id)
                            ? lists(id, lists, pace, seed)
                            : client(id, pace, seed, spec.localReads());
            Thread thread = new Thread(client, "torture-client-" + id);
            thread.setDaemon(true);
            threads.add(thread);
        }
        listLooker = spec.partitioned() == null ? null : lists(0, lists, new Pace(1, start), 0);
        StoreClient last = store(0);
        looker = new RegisterClient(0, last, registers, load, new Pace(1, start), 0, last::read);
    }

    private static boolean isForLists(TortureSpec spec, int id) {
        PartitionedRun run = spec.partitioned();
        return run != null && (run.deliveries() != null || id % 4 >= 2);
    }

    private ListClient lists(int id, ListHistory lists, Pace pace, long seed) {
        PlainClient plain = new PlainClient(loops.next(), rotated(id), PLAIN_ANSWER_SECONDS);
        return new ListClient(id, plain, lists, load, pace, seed);
    }

    private Runnable client(int id, Pace pace, long seed, boolean localReads) {
        if (id % 2 == 1) {
            StoreClient store = store(id);
            RegisterClient.Reader reader = localReads ? new LocalReader() : store::read;
            return new RegisterClient(id, store, registers, load, pace, seed, reader);
        }
        OnceClient.Store store = id % 4 == 0 ? new WithinSession(store(id)) : plain(id);
        OnceClient client = new OnceClient(id, store, load, pace, seed);
        once.add(client);
        return client;
    }

    private StoreClient store(int id) {
        StoreClient store = new StoreClient(loops.next(), rotated(id), TIMEOUT, ATTEMPT);
        stores.add(store);
        return store;
    }

    /** Local reads may be stale and so are not linearizable, which the check of the run must detect. */
    private final class LocalReader implements RegisterClient.Reader {
        private final List<StoreClient> one = new ArrayList<>();
        private int next;

        LocalReader() {
            for (InetSocketAddress server : servers)
                one.add(new StoreClient(loops.next(), List.of(server), TIMEOUT, TIMEOUT));
            stores.addAll(one);
        }

        @Override
        public CompletableFuture<Reply> read(byte[] key) {
            return one.get(next++ % one.size()).get(key);
        }
    }

    private OnceClient.Store plain(int id) {
        PlainClient plain = new PlainClient(loops.next(), rotated(id), PLAIN_ANSWER_SECONDS);
        return new OnceClient.Store() {
            @Override
            public Reply put(byte[] key, byte[] value) {
                return plain.put(key, value);
            }

            @Override
            public Reply read(byte[] key) {
                return plain.ask(Op.READ, key);
            }

            @Override
            public Reply delete(byte[] key) {
                return plain.delete(key);
            }
        };
    }

    private record WithinSession(StoreClient store) implements OnceClient.Store {
        @Override
        public Reply put(byte[] key, byte[] value) {
            return ReplyWaiter.await(store.put(key, value), STORE_ANSWER_SECONDS);
        }

        @Override
        public Reply read(byte[] key) {
            return ReplyWaiter.await(store.read(key), STORE_ANSWER_SECONDS);
        }

        @Override
        public Reply delete(byte[] key) {
            return ReplyWaiter.await(store.delete(key), STORE_ANSWER_SECONDS);
        }
    }

    /** The order of addresses depends on the client, so that different clients try different servers first. */
    private List<InetSocketAddress> rotated(int id) {
        List<InetSocketAddress> all = new ArrayList<>(servers);
        Collections.rotate(all, id);
        return all;
    }

    void start() {
        for (Thread thread : threads) thread.start();
    }

    void end() throws InterruptedException {
        load.end();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        for (Thread thread : threads) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            thread.join(Math.max(1, left));
            if (thread.isAlive()) load.violations.add(thread.getName() + " does not end");
        }
        if (listLooker != null) listLooker.readAll();
        Generation last = registers.last();
        for (int i = 0; i < LAST_LOOKS; i++) if (looker.readAll(last)) return;
        load.violations.add("the registers cannot be read at the end of the run");
    }

    List<OnceLedger> ledgers() {
        return once.stream().map(OnceClient::ledger).toList();
    }

    @Override
    public void close() {
        load.end();
        for (Thread thread : threads) thread.interrupt();
        for (StoreClient store : stores) store.close();
    }
}
