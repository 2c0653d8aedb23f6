package io.abcast.search.command;

import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.search.ExploredProtocols;
import io.abcast.sim.explore.Bounds;
import io.abcast.sim.explore.ExplorationWatch;
import io.abcast.sim.explore.ExploreResult;
import io.abcast.sim.explore.ExploreResult.Violated;
import io.abcast.sim.explore.Explorer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command {@code sim explore}: runs every schedule of events within given bounds, with the node classes of the product.
 */
@Command(
        name = "explore",
        description = {
            "Run every schedule of events within bounds, with the node classes of the product,"
                    + " and check every state.",
            "A message in flight may arrive at any time or never. Writes complete in order. A crash may occur after",
            "any effect of an event; any number of the oldest pending writes is then durable."
                    + " Each crash is followed by a restart.",
            "Exploration begins with a founded ensemble without a leader. For every state, all"
                    + " faults are then healed, and a",
            "new request of each member must be ordered in 60 virtual seconds.",
            "Intervals of heartbeats and retries pass at most --retries times in a schedule. With"
                    + " 0, only healing explores",
            "heartbeats that report new progress. With --deviations the default schedule has additional retries.",
            "With --liars one member of FBP lies: the leader of the first regency, and in a second exploration the",
            "last member. Each message of its alphabet, to one member, to all or to every second one, is a deviation.",
            "Honest members are checked.",
            "Reads of clients are not explored, and snapshots only with EPAXOS.",
            "Exit code 1 if an invariant is violated, or if the exploration is not complete."
        })
final class SimExploreCommand implements Callable<Integer> {
    private static final long PROGRESS_NANOS = 2_000_000_000L;

    private static final long LAST_LINES_SECONDS = 30;

    private static final int EVENTS_MAX = 15;

    private static final int AUDIT_EVERY = 10_000;

    @Spec private CommandSpec spec;
    @Mixin private JsonOption json;

    @Option(
            names = "--protocol",
            required = true,
            paramLabel = "P",
            description =
                    "Protocol: PAXOS, FAST_PAXOS, FBP, EPAXOS or ZAB. A slot of EPAXOS is an instance.")
    private String protocol;

    @Option(
            names = "--members",
            defaultValue = "3",
            paramLabel = "N",
            description = "Members. Default: ${DEFAULT-VALUE}.")
    private int members;

    @Option(
            names = "--slots",
            defaultValue = "1",
            paramLabel = "S",
            description =
                    "Number of slots; messages about later slots are lost. Default: ${DEFAULT-VALUE}.")
    private int slots;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description =
                    "Number of requests, distributed evenly over the members. Default: slots + 1;"
                            + " for EPAXOS and with a liar, slots.")
    private Integer requests;

    @Option(
            names = "--crashes",
            defaultValue = "0",
            paramLabel = "C",
            description = "Number of crashes of all members together. Default: ${DEFAULT-VALUE}.")
    private int crashes;

    @Option(
            names = "--campaigns",
            paramLabel = "B",
            description =
                    "Number of preparations, recoveries, regency changes or elections of all members. Default: 3 with one slot,"
                            + " 2 with more.")
    private Integer campaigns;

    @Option(
            names = "--retries",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Number of intervals of heartbeats and retries that pass in a schedule."
                            + " Default: ${DEFAULT-VALUE}.")
    private int retries;

    @Option(
            names = "--repeats",
            defaultValue = "0",
            paramLabel = "R",
            description = {
                "Number of repeated deliveries. In a full search a message may also arrive again any number of times",
                "if a second delivery directly after the first changes nothing. Default: ${DEFAULT-VALUE}."
            })
    private int repeats;

    @Option(
            names = "--liars",
            defaultValue = "0",
            paramLabel = "L",
            description =
                    "Number of members that lie: 0, or 1 for FBP with --deviations. Default: ${DEFAULT-VALUE}.")
    private int liars;

    @Option(
            names = "--durability",
            defaultValue = "fsync",
            paramLabel = "D",
            description = "Durability: fsync or memory. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--deviations",
            paramLabel = "D",
            description = {
                "Run only schedules with at most D deviations from a default schedule, which delivers the oldest",
                "message first and completes writes at once. Default: every schedule."
            })
    private Integer deviations;

    @Option(
            names = "--random",
            defaultValue = "300000",
            paramLabel = "N",
            description = {
                "Number of random schedules within the bounds that run first. If one violates an invariant, the",
                "exploration ends after these schedules. Default: ${DEFAULT-VALUE}."
            })
    private long randomSchedules;

    @Option(
            names = "--depth",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Maximum number of steps of one schedule. Default: ${DEFAULT-VALUE}.")
    private int depth;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Directory for schedules of violations. Default: the current directory.")
    private Path directory;

    @Option(
            names = "--audit",
            description =
                    "Replay both histories of one in 10,000 merges of states, and compare the effects of every event"
                            + " after the merge.")
    private boolean audits;

    private volatile boolean stopped;
    private final long startedNanos = System.nanoTime();
    private long shownNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException {
        String name = protocol.toUpperCase(Locale.ROOT);
        Bounds bounds = bounds(name);
        CountDownLatch done = new CountDownLatch(1);
        Thread onInterrupt = new Thread(() -> stop(done), "sim-explore-interrupt");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            ExploreResult result =
                    new Explorer(ExploredProtocols.of(name), bounds)
                            .auditEvery(audits ? AUDIT_EVERY : 0)
                            .randomSchedules(randomSchedules)
                            .explore(watch(), false);
            double seconds = (System.nanoTime() - startedNanos) / 1e9;
            List<Path> files = write(result);
            json.write(spec.commandLine().getOut(), document(result, seconds, files));
            if (json.printsText()) print(result, seconds, files);
            spec.commandLine().getOut().flush();
            return result.passed() ? 0 : 1;
        } finally {
            done.countDown();
            if (!stopped) Runtime.getRuntime().removeShutdownHook(onInterrupt);
        }
    }

    private void stop(CountDownLatch done) {
        stopped = true;
        try {
            done.await(LAST_LINES_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Bounds bounds(String name) {
        if (!ExploredProtocols.names().contains(name))
            throw wrong(
                    "--protocol: expected one of "
                            + ExploredProtocols.names()
                            + ", got "
                            + protocol);
        int least = ExploredProtocols.membersMin(name);
        if (members < least || members > 11)
            throw wrong("--members: expected " + least + "..11 of " + name + ", got " + members);
        if (slots < 1) throw wrong("--slots: expected 1 or more, got " + slots);
        int asked =
                requests == null
                        ? slots + (liars == 0 && !name.equals(Ordering.EPAXOS) ? 1 : 0)
                        : requests;
        int changes = campaigns == null ? (slots == 1 ? 3 : 2) : campaigns;
        limited("--requests", asked);
        limited("--crashes", crashes);
        limited("--campaigns", changes);
        limited("--retries", retries);
        limited("--repeats", repeats);
        if (deviations != null) limited("--deviations", deviations);
        checkLiars(name);
        if (randomSchedules < 0)
            throw wrong("--random: expected 0 or more, got " + randomSchedules);
        if (depth < 1) throw wrong("--depth: expected 1 or more, got " + depth);
        return new Bounds(
                members,
                slots,
                asked,
                crashes,
                changes,
                retries,
                repeats,
                0,
                liars,
                parsedDurability(),
                deviations == null ? Bounds.ANY : deviations,
                depth,
                Runtime.getRuntime().maxMemory() / 2);
    }

    private void checkLiars(String name) {
        int most = name.equals(Ordering.FBP) ? 1 : 0;
        if (liars < 0 || liars > most)
            throw wrong("--liars: expected 0.." + most + " of " + name + ", got " + liars);
        if (liars > 0 && deviations == null)
            throw wrong("--liars: expected --deviations too, because each lie is a deviation");
    }

    private Durability parsedDurability() {
        if (durability.equalsIgnoreCase("fsync")) return Durability.FSYNC;
        if (durability.equalsIgnoreCase("memory")) return Durability.MEMORY;
        throw wrong("--durability: expected fsync or memory, got " + durability);
    }

    private void limited(String option, int value) {
        if (value < 0 || value > EVENTS_MAX)
            throw wrong(option + ": expected 0.." + EVENTS_MAX + ", got " + value);
    }

    private ExplorationWatch watch() {
        return new ExplorationWatch() {
            @Override
            public void progress(long states, long waiting, int deepest, int violations) {
                long now = System.nanoTime();
                if (now - shownNanos < PROGRESS_NANOS) return;
                shownNanos = now;
                double seconds = (now - startedNanos) / 1e9;
                PrintWriter err = spec.commandLine().getErr();
                err.printf(
                        "%.0f s: %d states, %d wait, depth %d, %.0f states/s, %d violations%n",
                        seconds, states, waiting, deepest, states / seconds, violations);
                err.flush();
            }

            @Override
            public boolean stop() {
                return stopped;
            }
        };
    }

    private List<Path> write(ExploreResult result) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Violated violated : result.violations()) {
            Files.createDirectories(directory);
            String name = "schedule-" + result.protocol() + "-" + violated.invariant() + ".txt";
            files.add(Files.write(directory.resolve(name), violated.schedule()));
        }
        return files;
    }

    private static String replay(Path file) {
        return "./abcast sim replay --schedule " + file;
    }

    private void print(ExploreResult result, double seconds, List<Path> files) {
        PrintWriter out = spec.commandLine().getOut();
        for (int i = 0; i < files.size(); i++) {
            Violated violated = result.violations().get(i);
            violated.schedule().forEach(out::println);
            out.println(replay(files.get(i)));
            out.println();
        }
        Bounds b = result.bounds();
        out.printf(
                "%s members %d, slots %d, requests %d, crashes %d, campaigns %d, retries %d, repeats %d, liars %d%s,"
                        + " durability %s, %s%n",
                result.protocol(),
                b.members(),
                b.slots(),
                b.requests(),
                b.crashes(),
                b.campaigns(),
                b.retries(),
                b.repeats(),
                b.liars(),
                b.liars() == 0 ? "" : " (member 1, then member " + b.members() + ")",
                durability.toLowerCase(Locale.ROOT),
                b.deviations() == Bounds.ANY ? "full search" : "deviations " + b.deviations());
        out.println(result.complete() ? "complete" : "incomplete: " + result.incomplete());
        out.printf(
                "%d states, %d transitions, depth %d, %.1f seconds, %d violations%n",
                result.states(),
                result.transitions(),
                result.depth(),
                seconds,
                result.violations().size());
    }

    private JsonText document(ExploreResult result, double seconds, List<Path> files) {
        Bounds b = result.bounds();
        JsonText text = new JsonText().open('{').key("command").value("sim explore");
        text.key("protocol").value(result.protocol()).key("bounds").open('{');
        text.key("members").value(b.members()).key("slots").value(b.slots());
        text.key("requests").value(b.requests()).key("crashes").value(b.crashes());
        text.key("campaigns").value(b.campaigns()).key("retries").value(b.retries());
        text.key("repeats").value(b.repeats()).key("liars").value(b.liars());
        text.key("durability").value(durability.toLowerCase(Locale.ROOT));
        text.key("deviations").value(deviations).key("depth").value(b.depth()).close('}');
        text.key("complete").value(result.complete()).key("incomplete").value(result.incomplete());
        text.key("states").value(result.states()).key("transitions").value(result.transitions());
        text.key("depth").value(result.depth()).key("seconds").value(seconds);
        text.key("violations").open('[');
        for (int i = 0; i < files.size(); i++) {
            Violated violated = result.violations().get(i);
            text.open('{').key("invariant").value(violated.invariant());
            text.key("schedule").open('[');
            for (String line : violated.schedule()) text.value(line);
            text.close(']').key("replay").value(replay(files.get(i))).close('}');
        }
        return text.close(']').close('}');
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
