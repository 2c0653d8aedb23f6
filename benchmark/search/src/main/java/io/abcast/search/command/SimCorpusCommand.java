package io.abcast.search.command;

import io.abcast.command.CommandFailedException;
import io.abcast.command.Usage;
import io.abcast.search.Corpus;
import io.abcast.search.CorpusSearch;
import io.abcast.search.SearchedProtocols;
import io.abcast.sim.FuzzResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code sim corpus}: chooses the seeds of a protocol that the fast test suite runs. */
@Command(
        name = "corpus",
        description = {
            "Run many seeds of one protocol with all faults, and write a few seeds that together"
                    + " reach every counter of the",
            "coverage that any seed reaches. The suite runs these seeds and fails if they no longer reach a counter.",
            "The next chosen seed is the one that reaches the most new counters. If --nodes names"
                    + " several ensembles, the",
            "seeds use the ensembles one after another.",
            "Exit code 1 if a seed fails: the command stops, prints the seed as sim fuzz does, and writes nothing."
        })
final class SimCorpusCommand implements Callable<Integer> {
    private static final long PROGRESS_NANOS = 2_000_000_000L;

    @Spec private CommandSpec spec;

    @Option(
            names = "--protocol",
            required = true,
            paramLabel = "P",
            description =
                    "Protocol of the Zab family, or MIXED, PAXOS, FAST_PAXOS, FBP or EPAXOS; all names but the last may end with +OMAHA.")
    private String protocol;

    @Option(
            names = "--nodes",
            paramLabel = "N[,N...]",
            description =
                    "Numbers of members of the clusters. Default: 3,5; 3 for ZAB_AC; 6,7 for FBP.")
    private String nodes;

    @Option(
            names = "--seeds",
            required = true,
            paramLabel = "FIRST..LAST",
            description = "Seeds from which the corpus is chosen.")
    private String seeds;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "File for the chosen seeds. An existing file is replaced.")
    private Path file;

    @Override
    public Integer call() {
        String name = protocol.toUpperCase(Locale.ROOT);
        SeedRange range = SeedRange.parse(spec.commandLine(), seeds);
        List<Integer> members = members(name);
        CorpusSearch search = search(name, members);
        checkFile();
        if (!run(search, range)) return 1;
        String command =
                "./abcast sim corpus --protocol %s --nodes %s --seeds %d..%d --out %s"
                        .formatted(name, joined(members), range.first(), range.last(), file);
        Corpus corpus = search.choose(command);
        try {
            Files.write(file, corpus.lines());
        } catch (IOException e) {
            throw new CommandFailedException("cannot write --out " + file + ": " + e, e);
        }
        print(search, range, corpus);
        return 0;
    }

    private List<Integer> members(String name) {
        if (nodes != null) return SimOptions.members(spec.commandLine(), nodes);
        try {
            return SearchedProtocols.members(name);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(spec.commandLine(), "--protocol", e);
        }
    }

    private CorpusSearch search(String name, List<Integer> members) {
        try {
            return new CorpusSearch(name, members);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(spec.commandLine(), "--protocol", e);
        }
    }

    /** Checks the directory of the output file before the search, because the search takes minutes. */
    private void checkFile() {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isDirectory(directory))
            throw new ParameterException(
                    spec.commandLine(),
                    "--out: expected a file in a directory that exists, got " + file);
    }

    private boolean run(CorpusSearch search, SeedRange range) {
        PrintWriter err = spec.commandLine().getErr();
        long shownNanos = System.nanoTime();
        for (long seed = range.first(); seed <= range.last(); seed++) {
            FuzzResult result = search.run(seed);
            if (!result.passed()) {
                PrintWriter out = spec.commandLine().getOut();
                out.println("seed " + seed + ", " + search.shrink(result).report());
                out.flush();
                return false;
            }
            if (System.nanoTime() - shownNanos < PROGRESS_NANOS) continue;
            shownNanos = System.nanoTime();
            err.printf(
                    "%d of %d seeds, %d of %d counters met%n",
                    seed - range.first() + 1, range.count(), search.met(), search.counters());
            err.flush();
        }
        return true;
    }

    private void print(CorpusSearch search, SeedRange range, Corpus corpus) {
        PrintWriter out = spec.commandLine().getOut();
        if (!corpus.unmet().isEmpty())
            out.println("Never met: " + String.join(", ", corpus.unmet()));
        out.printf(
                "%d of %d seeds meet %d of %d counters%n",
                corpus.runs().size(), range.count(), search.met(), search.counters());
        out.flush();
    }

    private static String joined(List<Integer> members) {
        return members.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
