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
import picocli.CommandLine.ParameterException;

/** The options of bench for conflicting writes and for the crash of a server, checked and added to a {@link Plan}. */
final class DisturbanceOptions {
    private static final Pattern KILL = Pattern.compile("(\\d{1,5})@(\\d{1,9}(?:\\.\\d{1,9})?)");

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
            paramLabel = "ID@SECONDS",
            description =
                    "Send SIGKILL to the server with id ID, this number of SECONDS after the"
                            + " start of the measurement, in each run. The server is not started"
                            + " again. --series shows the effect in each second. Default: no"
                            + " server is killed.")
    private String kill;

    /** @throws ParameterException with the expected value */
    Plan applied(Plan plan, CommandLine command) {
        Usage usage = new Usage(command);
        return plan.with(experiments(plan, usage), kill(plan, usage));
    }

    /** Text to append to {@link LoadOptions#conditions}, below the table; empty without these options. */
    String conditions() {
        StringBuilder text = new StringBuilder();
        if (!conflicts.isEmpty()) {
            String all = conflicts.stream().map(String::valueOf).collect(Collectors.joining(", "));
            text.append("; ").append(all).append(" % of the writes to one shared key");
        }
        if (kill != null) text.append("; SIGKILL to server ").append(kill).append(" s");
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
        if (!parts.matches()) throw usage.wrong("--kill", "ID@SECONDS such as 3@10", kill);
        ServerKill wanted =
                new ServerKill(
                        Integer.parseInt(parts.group(1)), Double.parseDouble(parts.group(2)));
        for (Experiment experiment : plan.experiments()) {
            if (wanted.server() < 1 || wanted.server() > experiment.nodes())
                throw usage.wrong("--kill", "a server id in 1.." + experiment.nodes(), kill);
            if (experiment.attach().equals("embedded"))
                throw usage.wrong("--kill", "none beside --attach embedded", kill);
        }
        if (wanted.seconds() >= plan.durationSeconds())
            throw usage.wrong(
                    "--kill",
                    "a time before the end of the measurement, " + plan.durationSeconds() + " s",
                    kill);
        return wanted;
    }
}
