package io.abcast.search.command;

import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.search.mutants.Mutant;
import io.abcast.search.mutants.MutantException;
import io.abcast.search.mutants.MutantList;
import io.abcast.search.mutants.MutantRun;
import io.abcast.search.mutants.MutantRun.Control;
import io.abcast.search.mutants.MutantRun.Result;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command {@code sim mutants}: creates copies of a protocol with one defect each (mutants), and runs checks that must
 * detect these defects.
 */
@Command(
        name = "mutants",
        description = {
            "Break one rule of a protocol at a time, and run each such mutant until a check"
                    + " detects the broken rule.",
            "A mutant is a patch of the sources of this repository, compiled in memory. The product is not changed.",
            "Each check also runs once on the unpatched sources (the control run), and must find"
                    + " no violation there.",
            "The last line counts the mutants. Exit code 1 if a mutant survives, or if a control"
                    + " run finds a violation."
        })
final class SimMutantsCommand implements Callable<Integer> {
    private static final int THREADS_MAX = 64;

    @Spec private CommandSpec spec;
    @Mixin private JsonOption json;

    @Option(
            names = "--protocol",
            paramLabel = "P",
            required = true,
            description =
                    "Protocol: PAXOS, FAST_PAXOS, FBP, EPAXOS or ZAB; or DRIVER for the driver and the storage in"
                            + " files.")
    private String protocol;

    @Option(
            names = "--only",
            paramLabel = "NAME[,NAME...]",
            description =
                    "Mutants to run; their reports are printed in full. Default: all mutants of the protocol.")
    private String only;

    @Option(
            names = "--sources",
            paramLabel = "DIR",
            description = "Clone whose sources are patched. Default: the clone of the launcher.")
    private Path sources = Path.of(System.getProperty("abcast.root", "."));

    @Option(
            names = "--list",
            description = "Print the mutants and their broken rules, and run nothing.")
    private boolean lists;

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "Number of mutants that run at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    private final List<Result> results = new ArrayList<>();
    private final List<Control> controls = new ArrayList<>();
    private PrintWriter out;

    @Override
    public Integer call() throws InterruptedException {
        if (threads < 1 || threads > THREADS_MAX)
            throw wrong("--threads: expected 1.." + THREADS_MAX + ", got " + threads);
        out = spec.commandLine().getOut();
        try {
            List<Mutant> mutants = mutants();
            if (lists) {
                for (Mutant mutant : mutants) out.println(mutant.name() + "\n    " + mutant.rule());
                out.flush();
                return 0;
            }
            run(mutants);
        } catch (MutantException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
        long survivors = results.stream().filter(Result::survives).count();
        boolean controlled = controls.stream().allMatch(control -> control.found().isEmpty());
        json.write(out, document(survivors));
        if (json.printsText())
            out.printf(
                    "%d mutants: %d found, %d survive%n",
                    results.size(), results.size() - survivors, survivors);
        out.flush();
        return survivors == 0 && controlled ? 0 : 1;
    }

    private List<Mutant> mutants() {
        String name = protocol.toUpperCase(Locale.ROOT);
        if (!MutantList.protocols().contains(name))
            throw wrong(
                    "--protocol: expected one of " + MutantList.protocols() + ", got " + protocol);
        List<Mutant> all = MutantList.of(name);
        if (only == null) return all;
        List<Mutant> chosen = new ArrayList<>();
        for (String each : only.split(",", -1)) {
            List<Mutant> named = all.stream().filter(m -> m.name().equals(each)).toList();
            if (named.isEmpty())
                throw wrong(
                        "--only: expected some of "
                                + String.join(",", all.stream().map(Mutant::name).toList())
                                + ", got "
                                + each);
            chosen.addAll(named);
        }
        return chosen;
    }

    private void run(List<Mutant> mutants) throws InterruptedException {
        if (!Files.isDirectory(sources.resolve("ordering/src/main/java")))
            throw wrong("--sources: expected a clone of abcast with its sources, got " + sources);
        MutantRun run = new MutantRun(protocol.toUpperCase(Locale.ROOT), mutants, sources, threads);
        for (Mutant mutant : mutants)
            if (mutant.isEquivalent())
                say("%s: equivalent, not run: %s", mutant.name(), mutant.equivalent());
        run.run(this::finished, this::showProgress);
        results.sort(Comparator.comparing(result -> mutants.indexOf(result.mutant())));
        run.runControls(this::finished, this::showProgress);
    }

    private void finished(Result result) {
        results.add(result);
        say("%s", line(result));
        if (only != null && !result.report().isEmpty()) say("%s", result.report());
    }

    private static String line(Result result) {
        String amount =
                "%,d %s, %.1f s".formatted(result.amount(), result.unit(), result.seconds());
        if (!result.survives())
            return "%s: found by %s after %s (%s)"
                    .formatted(result.mutant().name(), result.found(), amount, result.check());
        String limit = result.limit().isEmpty() ? "" : ", " + result.limit();
        return "%s: SURVIVES %s%s (%s)"
                .formatted(result.mutant().name(), amount, limit, result.check());
    }

    private void finished(Control control) {
        controls.add(control);
        say(
                "control, no patch: %s in %,d %s, %.1f s (%s)",
                control.found().isEmpty() ? "nothing found" : "FOUND " + control.found(),
                control.amount(),
                control.unit(),
                control.seconds(),
                control.check());
        if (!control.found().isEmpty()) say("%s", control.report());
    }

    private void say(String format, Object... values) {
        if (!json.printsText()) return;
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }

    private void showProgress(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private JsonText document(long survivors) {
        JsonText text = new JsonText().open('{').key("command").value("sim mutants");
        text.key("protocol").value(protocol.toUpperCase(Locale.ROOT));
        text.key("found").value(results.size() - survivors).key("survive").value(survivors);
        text.key("mutants").open('[');
        for (Result result : results) {
            text.open('{').key("name").value(result.mutant().name());
            text.key("rule").value(result.mutant().rule());
            text.key("found").value(result.survives() ? null : result.found());
            text.key("check").value(result.check());
            text.key(result.unit()).value(result.amount());
            text.key("seconds").value(result.seconds()).close('}');
        }
        text.close(']').key("controls").open('[');
        for (Control control : controls) {
            text.open('{').key("check").value(control.check());
            text.key("found").value(control.found().isEmpty() ? null : control.found());
            text.key(control.unit()).value(control.amount());
            text.key("seconds").value(control.seconds()).close('}');
        }
        return text.close(']').close('}');
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
