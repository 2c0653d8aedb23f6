package io.abcast.benchmark.twophase;

import io.abcast.kernel.GroupAnswers;
import io.abcast.load.PartitionServers;
import io.abcast.load.RequestOutcome;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.StoreCaller;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.replica.LockedStore;
import io.abcast.partitions.replica.StoreCall;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.process.MeasuredStore;
import io.abcast.workloads.process.StoreServeCommand;
import io.abcast.workloads.process.StoreSite;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jgroups.JChannel;
import picocli.CommandLine;

/** One server of the transactional store under two-phase commit, in this process. */
public final class TwoPhaseSite implements MeasuredStore {
    private final TwoPhaseServer server;
    private final int id;
    private final List<String> names;
    private final StoreDefinition definition;
    private final StoreCaller caller;

    private TwoPhaseSite(
            TwoPhaseServer server,
            int id,
            List<String> names,
            StoreDefinition definition,
            StoreOptions options) {
        this.server = server;
        this.id = id;
        this.names = names;
        this.definition = definition;
        caller =
                new StoreCaller(
                        definition, names, options.staleRetriesMax(), this::submit, this::query);
    }

    public static void main(String... arguments) {
        System.exit(new CommandLine(new StoreServeCommand(TwoPhaseSite::start)).execute(arguments));
    }

    /** The event loops of the logs execute procedures; {@link StoreOptions#workers} has no effect. */
    static TwoPhaseSite start(
            StoreSite.Stack stack, StoreDefinition definition, StoreOptions options)
            throws Exception {
        JChannel channel = stack.channel();
        int id = Integer.parseInt(stack.properties().get("abcast.id"));
        List<String> names =
                PartitionServers.parse(stack.properties().get("abcast.partitions")).names();
        TwoPhaseServer server =
                new TwoPhaseServer(
                        channel,
                        id,
                        names,
                        partition -> new StoreWork(partition, definition),
                        definition.text());
        server.start(stack.cluster());
        return new TwoPhaseSite(server, id, names, definition, options);
    }

    @Override
    public CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments) {
        return caller.run(procedure, arguments);
    }

    private CompletableFuture<GroupAnswers> submit(int[] destinations, byte[] call) {
        int home =
                destinations.length == 1
                        ? destinations[0]
                        : LockedStore.firstHome(definition, call);
        CompletableFuture<GroupAnswers> answered = new CompletableFuture<>();
        CommitCoordinator.Callback callback =
                (outcome, result) -> {
                    if (outcome == RequestOutcome.OK)
                        answered.complete(StoreWork.answers(home, destinations, result));
                    else
                        answered.completeExceptionally(
                                new IllegalStateException("no outcome: " + outcome));
                };
        if (destinations.length == 1) {
            server.coordinator().single(home, StoreWork.encode(destinations, call), callback);
            return answered;
        }
        int[] participants = participants(home, destinations);
        byte[] work = StoreWork.encode(participants, call);
        byte[][] works = new byte[participants.length][];
        Arrays.fill(works, work);
        server.coordinator().multi(participants, works, callback);
        return answered;
    }

    static int[] participants(int home, int[] destinations) {
        int[] participants = new int[destinations.length];
        participants[0] = home;
        int at = 1;
        for (int each : destinations) if (each != home) participants[at++] = each;
        return participants;
    }

    private CompletableFuture<StoreCall.Answer> query(
            int partition, Procedure procedure, byte[] arguments) {
        if (server.work(partition) == null) return null;
        return server.ask(
                partition, (work, parts) -> ((StoreWork) work).query(procedure, arguments));
    }

    @Override
    public void awaitActive(long seconds) throws InterruptedException {
        if (!server.awaitActive(Duration.ofSeconds(seconds)))
            throw new IllegalStateException(
                    "server %d: its replicas are not active after %d s".formatted(id, seconds));
    }

    @Override
    public String figures() throws InterruptedException, ExecutionException {
        StringBuilder text = new StringBuilder();
        for (int partition : server.hosted()) {
            String figures =
                    server.ask(partition, (work, parts) -> figures((StoreWork) work, parts)).get();
            text.append(text.length() == 0 ? "" : " ").append(names.get(partition));
            text.append(' ').append(figures);
        }
        return text.toString();
    }

    private static String figures(StoreWork work, int unfinished) {
        return work.executed() + unfinished + " " + work.executed() + " " + work.digest();
    }

    @Override
    public long abortedAttempts() {
        return server.coordinator().aborts();
    }

    @Override
    public int server() {
        return id;
    }

    @Override
    public List<String> partitions() {
        return names;
    }

    @Override
    public List<Integer> hosted() {
        return server.hosted();
    }

    @Override
    public CompletableFuture<FrozenRows> rows(String partition) {
        return server.ask(names.indexOf(partition), (work, parts) -> ((StoreWork) work).rows());
    }

    @Override
    public void close() {
        server.close();
    }
}
