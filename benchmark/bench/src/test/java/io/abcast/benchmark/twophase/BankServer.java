package io.abcast.benchmark.twophase;

import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionLoad;
import io.abcast.load.PartitionServers;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.abcast.load.contest.Site;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server with the accounts of a bank, and clients that transfer money between the partitions. The server prints each
 * answered transfer as {@code ok NUMBER}. The line {@code stop} on standard input stops the clients, and the line
 * {@code state} prints the accounts.
 */
public final class BankServer {
    private static final int CLIENTS = 6;
    private static final int ACCOUNTS = 3;
    private static final int BACKOFF_MILLIS = 20;

    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private final TwoPhaseServer server;
    private final int partitions;
    private final AtomicLong lastNumber;
    private final SplittableRandom random;
    private volatile boolean stopped;

    private BankServer(TwoPhaseServer server, int partitions, long firstNumber) {
        this.server = server;
        this.partitions = partitions;
        lastNumber = new AtomicLong(firstNumber);
        random = new SplittableRandom(firstNumber);
    }

    public static void main(String[] args) throws Exception {
        int id = Integer.parseInt(args[0]);
        PartitionServers map = PartitionServers.parse(args[3]);
        LoadSpec load = new LoadSpec(1, RateSchedule.NONE, 100, 1, 0, 0, 9, 1, ReadKind.LOCAL);
        int partitions = map.names().size();
        PartitionLoad spread =
                new PartitionLoad(partitions, 100, 2, PartitionLoad.UNIFORM, List.of());
        Site site =
                new Site(
                        new Experiment(
                                "2pc",
                                "",
                                map.servers(),
                                args[6],
                                true,
                                "embedded",
                                1,
                                load.withSpread(spread)),
                        TwoPhaseContestant.class.getName(),
                        Path.of(args[5]),
                        null,
                        Integer.parseInt(args[2]),
                        Path.of(args[4]),
                        map);
        TwoPhaseServer server =
                new TwoPhaseServer(
                        TwoPhaseContestant.channel(site, id),
                        id,
                        map.names(),
                        p -> new BankWork(),
                        "accounts");
        server.start("bank");
        while (!server.ready()) Thread.sleep(20);
        new BankServer(server, partitions, Long.parseLong(args[1])).serve();
    }

    private void serve() throws Exception {
        say("ready");
        for (int i = 0; i < CLIENTS; i++) loop.execute(this::begin);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("stop")) stopped = true;
            else say(state());
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    private void begin() {
        if (stopped) return;
        long number = lastNumber.incrementAndGet();
        int from = random.nextInt(partitions);
        int to = (from + 1 + random.nextInt(partitions - 1)) % partitions;
        byte[][] works = {
            BankWork.add(random.nextInt(ACCOUNTS), -number, number),
            BankWork.add(random.nextInt(ACCOUNTS), number, number)
        };
        server.coordinator()
                .multi(
                        new int[] {from, to},
                        works,
                        (outcome, result) -> {
                            boolean isOk = outcome == RequestOutcome.OK;
                            if (isOk) say("ok " + number);
                            loop.schedule(
                                    this::begin, isOk ? 0 : BACKOFF_MILLIS, TimeUnit.MILLISECONDS);
                        });
    }

    private String state() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        try {
            text.append("unfinished ").append(server.unfinished().get(10, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return "no state: " + e;
        }
        for (int partition = 0; partition < partitions; partition++)
            if (server.work(partition) instanceof BankWork work)
                for (String line : work.toString().split("\n"))
                    if (!line.isEmpty())
                        text.append(';').append(partition).append(' ').append(line);
        return text.toString();
    }
}
