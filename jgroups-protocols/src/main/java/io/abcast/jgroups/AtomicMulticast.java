package io.abcast.jgroups;

import io.abcast.driver.Task;
import io.abcast.jgroups.loop.CallerTransaction;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.NodeStatus;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.ordering.camu.PartitionWaits;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jgroups.JChannel;

/**
 * Atomic multicast over a {@link JChannel} whose stack contains {@link CAMU}. A transaction is addressed to one or
 * several partitions. It is delivered at all of them, or at none. All replicas of a partition deliver the same
 * transactions in the same order, and the union of the orders of all partitions has no cycle. Partitions that a
 * transaction does not name take no part in it.
 *
 * <pre>{@code
 * JChannel channel = new JChannel("config/camu-tcp.xml");
 * AtomicMulticast multicast = AtomicMulticast.on(channel, partition -> receiverOf(partition));   // before connect
 * channel.connect("cluster");
 * Answers answers = multicast.amcast(Set.of("A", "B"), bytes).get();
 * }</pre>
 *
 * <p><b>Order:</b> transactions that one caller has outstanding together have no promised order. A caller that needs an
 * order waits for the answer.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #awaitActive} and {@link #close} block. The event
 * loops complete futures, so code that runs there must not block (use the {@code ...Async} methods of {@link
 * CompletableFuture} for longer work).
 */
public final class AtomicMulticast implements AutoCloseable {
    private static final long POLL_NANOS = 5_000_000;

    private final JChannel channel;
    private final CAMU protocol;

    private AtomicMulticast(JChannel channel, CAMU protocol) {
        this.channel = channel;
        this.protocol = protocol;
    }

    /**
     * Attaches receivers to the channel; call it once, before the channel is connected.
     *
     * @param receivers makes the receiver of a partition, by its name; called at each connect for each partition of
     *     which this server holds a replica
     * @throws IllegalArgumentException if the stack has no {@link CAMU}
     * @throws IllegalStateException if the channel is already connected, or already has receivers
     */
    public static AtomicMulticast on(
            JChannel channel, Function<String, PartitionReceiver> receivers) {
        return on(channel, receivers, "");
    }

    /**
     * Like {@link #on(JChannel, Function)}, with a text that must be equal at all servers, such as the names of the
     * application's procedures. A later server with another text stops, as one with other partitions does.
     */
    public static AtomicMulticast on(
            JChannel channel, Function<String, PartitionReceiver> receivers, String application) {
        CAMU protocol = channel.getProtocolStack().findProtocol(CAMU.class);
        if (protocol == null)
            throw new IllegalArgumentException(
                    "expected a stack with %s, got %s"
                            .formatted(
                                    CAMU.class.getName(),
                                    channel.getProtocolStack().printProtocolSpec(false)));
        if (channel.isConnected())
            throw new IllegalStateException(
                    "expected a channel that is not connected yet, got " + channel);
        protocol.attach(receivers, application);
        return new AtomicMulticast(channel, protocol);
    }

    /**
     * Submits a transaction. It waits while a destination has no leader or no quorum; after {@code request_timeout} the
     * future fails.
     *
     * @param destinations names of the partitions, at least one
     * @param payload at most {@code payload_bytes_max} bytes; the caller must not change it afterwards
     * @return a future of the answers, completed when all destinations have delivered the transaction; fails with
     *     {@link AbcastException}
     */
    public CompletableFuture<Answers> amcast(Set<String> destinations, byte[] payload) {
        CallerTransaction<Answers> transaction = transaction(destinations, payload);
        CompletableFuture<Answers> future = transaction.future();
        if (future.isDone()) return future;
        CamuReplica replica = router(transaction.groups());
        if (replica == null) transaction.notAdmitted(notRunning());
        else replica.log().submitTransactions(List.of(transaction));
        return future;
    }

    /** Returns an empty batch, for transactions that are submitted together. */
    public MulticastBatch newBatch() {
        return new MulticastBatch(this);
    }

    /** Checks a transaction. If it can never be ordered, its future has failed. */
    CallerTransaction<Answers> transaction(Set<String> destinations, byte[] payload) {
        PartitionMap map = protocol.map();
        if (map == null) return refused(payload, notRunning());
        int[] groups;
        try {
            groups = numbers(map, destinations);
        } catch (IllegalArgumentException e) {
            AbcastException.Reason unknown = AbcastException.Reason.UNKNOWN_DESTINATION;
            return refused(payload, new AbcastException(unknown, false, e.getMessage(), null));
        }
        if (payload.length > protocol.payloadBytesMax()) {
            String what =
                    "%s: expected a payload of at most %d bytes, got %d"
                            .formatted(
                                    protocol.getName(), protocol.payloadBytesMax(), payload.length);
            return refused(
                    payload,
                    new AbcastException(AbcastException.Reason.TOO_LARGE, false, what, null));
        }
        List<String> names = map.names();
        return new CallerTransaction<>(groups, payload, answers -> Answers.of(answers, names));
    }

    private static CallerTransaction<Answers> refused(byte[] payload, AbcastException why) {
        CallerTransaction<Answers> transaction =
                new CallerTransaction<>(new int[] {0}, payload, answers -> null);
        transaction.notAdmitted(why);
        return transaction;
    }

    AbcastException notRunning() {
        return new AbcastException(
                AbcastException.Reason.STOPPED,
                false,
                "%s server %d is not running".formatted(protocol.getName(), id()),
                null);
    }

    private static int[] numbers(PartitionMap map, Set<String> destinations) {
        if (destinations.isEmpty())
            throw new IllegalArgumentException(
                    "destinations: expected at least one of " + map.names() + ", got none");
        int[] groups = new int[destinations.size()];
        int count = 0;
        for (String name : destinations) {
            int group = Collections.binarySearch(map.names(), name);
            if (group < 0)
                throw new IllegalArgumentException(
                        "destinations: expected only partitions of %s, got %s"
                                .formatted(map.names(), name));
            groups[count++] = group;
        }
        Arrays.sort(groups);
        return groups;
    }

    /**
     * Chooses the replica that submits a transaction. A replica whose partition has a quorum is preferred, because the
     * partition of the submitting replica orders a transaction with several destinations. Next, a destination is
     * preferred to another partition, because its replica delivers the transaction itself. Last, a leader is preferred
     * to a follower, which would forward the transaction.
     */
    CamuReplica router(int[] groups) {
        CamuReplica best = null;
        int bestRank = 0;
        for (CamuReplica replica : protocol.replicas()) {
            if (!replica.log().running()) continue;
            int rank = 1;
            if (replica.log().established()) rank += 4;
            if (Arrays.binarySearch(groups, replica.group()) >= 0) rank += 2;
            if (replica.leads()) rank++;
            if (rank <= bestRank) continue;
            best = replica;
            bestRank = rank;
        }
        return best;
    }

    // ------------------------------------------------------------------ reads

    /**
     * Reads the state of this server's replica. The read may miss the newest transactions.
     *
     * @param query reads the receiver of the partition; runs on the event loop of the replica, between two deliveries
     * @return a future of the query's result; fails with the exception of the query, or with {@link AbcastException}
     */
    public <T> CompletableFuture<T> readLocal(String partition, Supplier<T> query) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Task read =
                new Task(
                        () -> {
                            try {
                                future.complete(query.get());
                            } catch (Throwable e) {
                                future.completeExceptionally(e);
                            }
                        },
                        why -> future.completeExceptionally(AbcastException.of(why)));
        AbcastException refused = replica(partition).log().execute(read);
        if (refused != null) future.completeExceptionally(refused);
        return future;
    }

    /**
     * Returns a future that completes when the state of this server's replica includes all transactions of the
     * partition that had been answered at any server before the call. Reads of the local state after the completion
     * are linearizable with respect to this partition. With {@code consistency="strict"}, such a read may be too new
     * for the other partitions: use {@link #linearize(String, Supplier)}.
     *
     * @return the future; it fails with {@link AbcastException}
     */
    public CompletableFuture<Void> linearize(String partition) {
        return linearize(partition, () -> null);
    }

    /**
     * Reads the state of this server's replica linearizably. The read includes all transactions of the partition that
     * had been answered at any server before the call. With {@code consistency="strict"}, the read has a place in the
     * order of all partitions that agrees with real time, as a transaction has.
     *
     * @param query reads the receiver of the partition; runs on the event loop of the replica, between two deliveries
     * @return a future of the query's result; fails with the exception of the query, or with {@link AbcastException}
     */
    public <T> CompletableFuture<T> linearize(String partition, Supplier<T> query) {
        CompletableFuture<T> future = new CompletableFuture<>();
        replica(partition).log().read(Keys.ALL_READ, new PartitionRead<>(query, future));
        return future;
    }

    /** A read that waits, with the result of its query as soon as the query has run. */
    private static final class PartitionRead<T> implements ReadCallback {
        private final Supplier<T> query;
        private final CompletableFuture<T> future;
        private boolean taken;
        private T result;

        PartitionRead(Supplier<T> query, CompletableFuture<T> future) {
            this.query = query;
            this.future = future;
        }

        @Override
        public void onTaken() {
            if (taken) return;
            taken = true;
            try {
                result = query.get();
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        }

        @Override
        public void onReady() {
            onTaken();
            future.complete(result);
        }

        @Override
        public void onFailed(AbcastException why) {
            future.completeExceptionally(why);
        }
    }

    // ------------------------------------------------------------------ membership

    /**
     * Changes the membership of a partition by one step, as {@link AtomicBroadcast#changeMembership} does. This server
     * must hold a replica of the partition. Only logs of the Zab family can do this. Before you add a server, start it
     * with the name of the partition in {@code joining}.
     *
     * @return a future of the new membership; fails with {@link AbcastException}
     */
    public CompletableFuture<Membership> changeMembership(
            String partition, MembershipChange change) {
        CompletableFuture<Membership> future = new CompletableFuture<>();
        replica(partition)
                .log()
                .change(
                        change,
                        new AbcastCallback() {
                            @Override
                            public void onDelivered(long zxid, Object result) {
                                future.complete((Membership) result);
                            }

                            @Override
                            public void onFailed(AbcastException why) {
                                future.completeExceptionally(why);
                            }
                        });
        return future;
    }

    /** Adds a server to a partition as an observer, which receives all entries and never votes. */
    public CompletableFuture<Membership> addObserver(String partition, int serverId) {
        return changeMembership(partition, new MembershipChange(Kind.ADD_OBSERVER, serverId));
    }

    /** Makes an observer of a partition a voter. The change is refused while the observer lags behind the leader. */
    public CompletableFuture<Membership> promote(String partition, int serverId) {
        return changeMembership(partition, new MembershipChange(Kind.PROMOTE, serverId));
    }

    /** Makes a voter of a partition an observer. */
    public CompletableFuture<Membership> demote(String partition, int serverId) {
        return changeMembership(partition, new MembershipChange(Kind.DEMOTE, serverId));
    }

    /** Removes a voter or observer from a partition. */
    public CompletableFuture<Membership> remove(String partition, int serverId) {
        return changeMembership(partition, new MembershipChange(Kind.REMOVE, serverId));
    }

    /**
     * The members of a partition that this server knew some milliseconds ago, if it holds a replica; otherwise the
     * founders.
     */
    public Membership membership(String partition) {
        PartitionMap map = checkRunning();
        int group = number(map, partition);
        for (CamuReplica replica : protocol.replicas())
            if (replica.group() == group) return replica.members();
        return map.replicas(group);
    }

    // ------------------------------------------------------------------ this server

    /** This server's id. */
    public int id() {
        return protocol.getServerId();
    }

    /** The names of all partitions, in sorted order; empty before the first connect. */
    public List<String> partitions() {
        PartitionMap map = protocol.map();
        return map == null ? List.of() : map.names();
    }

    /** The names of the partitions of which this server holds a replica; empty before the first connect. */
    public List<String> localPartitions() {
        return protocol.replicas().stream().map(CamuReplica::partition).toList();
    }

    /** The status of this server's replica some milliseconds ago; {@code null} before its node has started. */
    public PartitionStatus status(String partition) {
        return replica(partition).status();
    }

    /**
     * Returns what the partition waited for some milliseconds ago, as this server's replica knew it; {@code null} before its
     * node has started.
     */
    public PartitionWaits waits(String partition) {
        return replica(partition).waits();
    }

    /** The status of the log of this server's replica; {@code null} before its node has started. */
    public NodeStatus logStatus(String partition) {
        return replica(partition).log().status();
    }

    /** The element that orders the log of this server's replica, for its figures. */
    public AbcastProtocol log(String partition) {
        return replica(partition).log();
    }

    /** Adds a listener to the log of this server's replica, which receives the present status soon, and every change. */
    public void addStatusListener(String partition, StatusListener listener) {
        replica(partition).log().addListener(listener);
    }

    /**
     * Waits until all replicas of this server lead or follow an established leader.
     *
     * @return false at the timeout
     * @throws AbcastException if a replica stops during the wait
     */
    public boolean awaitActive(Duration timeout) throws InterruptedException {
        checkRunning();
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            boolean isActive = true;
            for (CamuReplica replica : protocol.replicas()) {
                if (replica.log().stopped().isDone() && !replica.isDiscarding())
                    throw new AbcastException(
                            AbcastException.Reason.STOPPED,
                            false,
                            replica + " has stopped",
                            replica.log().stopped().handle((v, e) -> e).join());
                PartitionStatus status = replica.status();
                isActive &= replica.log().established() && status != null && status.leader() != 0;
            }
            if (isActive) return true;
            long left = deadline - System.nanoTime();
            if (left <= 0) return false;
            if (Thread.interrupted()) throw new InterruptedException();
            LockSupport.parkNanos(Math.min(left, POLL_NANOS));
        }
    }

    /**
     * A future that completes when this server's replica of a partition stops: normally after a disconnect or close,
     * exceptionally if an error halted it. Every connect starts a new future.
     */
    public CompletableFuture<Void> stopped(String partition) {
        return replica(partition).log().stopped().copy();
    }

    /** Whether this server holds a replica of a partition that runs: it has neither been stopped nor halted by an error. */
    public boolean running(String partition) {
        CamuReplica replica = find(partition);
        return replica != null && replica.log().running();
    }

    /** Whether this server holds a replica of a partition that runs, and led or followed a leader some milliseconds ago. */
    public boolean serves(String partition) {
        CamuReplica replica = find(partition);
        if (replica == null || !replica.log().running()) return false;
        NodeStatus status = replica.log().status();
        return status != null && status.active();
    }

    /**
     * A future that completes when all replicas of this server have stopped: normally after a disconnect or close,
     * exceptionally if errors halted all of them. Every connect starts a new future.
     */
    public CompletableFuture<Void> stopped() {
        return protocol.stopped().copy();
    }

    /** Closes the channel. Requests that are still unanswered fail with {@link AbcastException.Reason#STOPPED}. */
    @Override
    public void close() {
        channel.close();
    }

    /** @throws IllegalArgumentException if this server holds no replica of the partition */
    private CamuReplica replica(String partition) {
        checkRunning();
        CamuReplica replica = find(partition);
        if (replica != null) return replica;
        throw new IllegalArgumentException(
                "partition: expected one of %s, of which server %d holds a replica, got %s"
                        .formatted(localPartitions(), id(), partition));
    }

    /** This server's replica of a partition; {@code null} if it holds none, or does not run. */
    private CamuReplica find(String partition) {
        for (CamuReplica replica : protocol.replicas())
            if (replica.partition().equals(partition)) return replica;
        return null;
    }

    private PartitionMap checkRunning() {
        PartitionMap map = protocol.map();
        if (map == null) throw notRunning();
        return map;
    }

    private static int number(PartitionMap map, String partition) {
        int group = Collections.binarySearch(map.names(), partition);
        if (group < 0)
            throw new IllegalArgumentException(
                    "partition: expected one of " + map.names() + ", got " + partition);
        return group;
    }
}
