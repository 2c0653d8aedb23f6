package io.abcast.search;

import io.abcast.sim.Coverage;
import java.util.ArrayList;
import java.util.List;

/**
 * The corpus of one protocol: seeds whose runs together increase every counter of {@link Coverage} that a longer search
 * has increased.
 *
 * @param command command line that has written the corpus file.
 * @param unmet coverage counters that no seed of the search has reached.
 * @param runs runs of the corpus, in the order in which the search chose these runs
 */
public record Corpus(String command, List<String> unmet, List<Run> runs) {
    private static final String COMMENT = "#";
    private static final String COMMAND = "# ./abcast ";
    private static final String UNMET = "# met by no seed: ";

    /**
     * One run of the corpus: the size of an ensemble, and a seed.
     *
     * @param members number of members of the ensemble, at least 1
     */
    public record Run(int members, long seed) {}

    public Corpus {
        unmet = List.copyOf(unmet);
        runs = List.copyOf(runs);
    }

    /** Formats the corpus as the lines of its text form. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "# Seeds that meet every counter of the coverage that the seeds of this command meet:");
        lines.add("# " + command);
        for (String counter : unmet) lines.add(UNMET + counter);
        lines.add("# NODES SEED");
        for (Run run : runs) lines.add(run.members + " " + run.seed);
        return lines;
    }

    /**
     * Parses the text form of a corpus, as {@link #lines} returns it.
     *
     * @throws IllegalArgumentException if the command is missing, there is no run, or a line is malformed; the message
     *     has the malformed line
     */
    public static Corpus parse(List<String> lines) {
        String command = null;
        List<String> unmet = new ArrayList<>();
        List<Run> runs = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(COMMAND)) command = line.substring(COMMENT.length() + 1);
            if (line.startsWith(UNMET)) unmet.add(line.substring(UNMET.length()));
            if (!line.startsWith(COMMENT)) runs.add(run(line));
        }
        if (command == null)
            throw new IllegalArgumentException(
                    "expected a line " + COMMAND + "..., got none in " + lines.size() + " lines");
        if (runs.isEmpty())
            throw new IllegalArgumentException(
                    "expected a line NODES SEED, got none in " + lines.size() + " lines");
        return new Corpus(command, unmet, runs);
    }

    private static Run run(String line) {
        String wrong = "expected NODES SEED, got '" + line + "'";
        if (!line.matches("[1-9][0-9]{0,2} -?[0-9]{1,19}"))
            throw new IllegalArgumentException(wrong);
        int space = line.indexOf(' ');
        try {
            return new Run(
                    Integer.parseInt(line.substring(0, space)),
                    Long.parseLong(line.substring(space + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong, e);
        }
    }
}
