package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.bench.ServerKill;
import io.abcast.command.Usage;
import io.abcast.load.Conflicts;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of {@code abcast bench} for writes that conflict with each other and for the crash of servers. */
final class DisturbanceOptions {
    private static final Pattern KILL =
            Pattern.compile(
                    "(\\d{1,5}|(?:leader:)?[A-Za-z][A-Za-z0-9_]*)@(\\d{1,9}(?:\\.\\d{1,9})?)"
                            + "(?:-(\\d{1,9}(?:\\.\\d{1,9})?))?");

    private static final String LEADER = "leader:";

    @Option(
            names = "--conflicts",
            split = ",",
            paramLabel = "PERCENT",
            description =
                    "Percentage of the writes that go to one shared key. Each other write goes to"
                            + " a key of its own, the next one of --keys. Default: all writes go"
                            + " to random keys.")
    private List<Integer> conflicts = List.of();

    @Option(
            names = "--kill",
            paramLabel = "WHAT@SECONDS[-SECONDS]",
            description =
                    "Send SIGKILL to the server with id WHAT, this number of SECONDS after the"
                            + " start of the measurement, in each run. With CAMU, WHAT may also be a"
                            + " partition, for all its servers, or leader:PARTITION. At the second time"
                            + " the servers are started again. --series shows the effect in each"
                            + " second. Default: no server is killed.")
    private String kill;

    Plan applied(Plan plan, CommandLine command) {
        Usage usage = new Usage(command);
        return plan.with(experiments(plan, usage), kill(plan, usage));
    }

    String conditions() {
        StringBuilder text = new StringBuilder();
        if (!conflicts.isEmpty()) {
            String all = conflicts.stream().map(String::valueOf).collect(Collectors.joining(", "));
            text.append("; ").append(all).append(" % of the writes to one shared key");
        }
        if (kill != null) text.append("; SIGKILL to ").append(kill).append(" s");
        return text.toString();
    }

    private List<Experiment> experiments(Plan plan, Usage usage) {
        if (conflicts.isEmpty()) return plan.experiments();
        List<Experiment> all = new ArrayList<>();
        for (int percent : conflicts) {
            if (percent < 0 || percent > 100) throw usage.wrong("--conflicts", "0..100", percent);
            for (Experiment experiment : plan.experiments()) {
                LoadSpec load = experiment.load();
                if (!load.open() && load.clients() > load.keys())
                    throw usage.wrong(
                            "--keys",
                            "at least one per client beside --conflicts, " + load.clients(),
                            load.keys());
                Conflicts writes = Conflicts.of(percent, load.keys());
                all.add(experiment.loadedWith(load.withConflicts(writes)));
            }
        }
        return all;
    }

    private ServerKill kill(Plan plan, Usage usage) {
        if (kill == null) return null;
        Matcher parts = KILL.matcher(kill);
        if (!parts.matches())
            throw usage.wrong("--kill", "WHAT@SECONDS[-SECONDS] such as 3@10 or A@10-20", kill);
        ServerKill wanted = killOf(parts);
        if (wanted.isBack() && wanted.backSeconds() <= wanted.seconds())
            throw usage.wrong("--kill", "a second time after the first one", kill);
        for (Experiment experiment : plan.experiments()) {
            checkTarget(plan, experiment, wanted, usage);
            if (experiment.attach().equals("embedded"))
                throw usage.wrong("--kill", "none beside --attach embedded", kill);
        }
        if (Math.max(wanted.seconds(), wanted.backSeconds()) >= plan.durationSeconds())
            throw usage.wrong(
                    "--kill",
                    "a time before the end of the measurement, " + plan.durationSeconds() + " s",
                    kill);
        return wanted;
    }

    private static ServerKill killOf(Matcher parts) {
        String what = parts.group(1);
        double at = Double.parseDouble(parts.group(2));
        double back =
                parts.group(3) == null ? ServerKill.NEVER_BACK : Double.parseDouble(parts.group(3));
        if (Character.isDigit(what.charAt(0)))
            return new ServerKill(Integer.parseInt(what), "", false, at, back);
        boolean isLeader = what.startsWith(LEADER);
        return new ServerKill(
                0, isLeader ? what.substring(LEADER.length()) : what, isLeader, at, back);
    }

    private void checkTarget(Plan plan, Experiment experiment, ServerKill wanted, Usage usage) {
        boolean isPartitioned = experiment.load().spread().wanted();
        int servers =
                isPartitioned ? plan.partitions().servers(experiment.nodes()) : experiment.nodes();
        if (wanted.partition().isEmpty()) {
            if (wanted.server() < 1 || wanted.server() > servers)
                throw usage.wrong("--kill", "a server id in 1.." + servers, kill);
            return;
        }
        List<String> names =
                isPartitioned ? plan.partitions().names(experiment.nodes()) : List.of();
        if (!names.contains(wanted.partition()))
            throw usage.wrong(
                    "--kill",
                    names.isEmpty() ? "a server id in 1.." + servers : "partitions of " + names,
                    kill);
    }
}
