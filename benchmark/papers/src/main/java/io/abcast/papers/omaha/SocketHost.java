package io.abcast.papers.omaha;

import io.abcast.command.process.Reports;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Main class of a process of {@link SocketProcesses}, which runs some of the nodes of the experiment. The command-line
 * arguments are the number of the first node, the number of nodes, and the argument of {@link Reports}. The process
 * reads one command per line from standard input, and answers each command with lines over {@link Reports}. The last
 * line of an answer is {@code ok} or {@code failed WHY}. The process ends when its standard input ends.
 *
 * <pre>
 * open SEED GROUP MEETING TRIAL...    joins
 * form                                waits for all
 * run INSTANCES START                 answers with times
 * close                               leaves
 * </pre>
 */
public final class SocketHost {
    static final String OK = "ok";
    static final String FAILED = "failed ";

    /**
     * The field references the logger of JGroups, because the JDK may discard an unreferenced logger together with its
     * level.
     */
    private static final Logger JGROUPS = Logger.getLogger("org.jgroups");

    private final int first;
    private final int count;
    private final PrintStream answers;
    private SocketArena arena;
    private long seed;

    private SocketHost(int first, int count, PrintStream answers) {
        this.first = first;
        this.count = count;
        this.answers = answers;
    }

    public static void main(String[] args) throws Exception {
        // Without {@code Level.OFF}, JGroups channels that close one after the other log many
        // warnings.
        JGROUPS.setLevel(Level.OFF);
        PrintStream answers = Reports.to(args[2]);
        SocketHost host =
                new SocketHost(Integer.parseInt(args[0]), Integer.parseInt(args[1]), answers);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            String answer = OK;
            try {
                host.act(List.of(line.split(" ")));
            } catch (Exception e) {
                answer = FAILED + e;
            }
            answers.println(answer);
            answers.flush();
        }
        System.exit(0);
    }

    private void act(List<String> words) throws Exception {
        switch (words.get(0)) {
            case "open" -> {
                seed = Long.parseLong(words.get(1));
                SocketTrial trial = SocketTrial.decode(words.subList(4, words.size()));
                arena = new SocketArena(trial, first, count, seed);
                arena.open(words.get(2), Path.of(words.get(3)));
            }
            case "form" -> arena.form();
            case "run" -> {
                SocketLoad load = SocketLoad.drawn(Integer.parseInt(words.get(1)), seed);
                for (String line : arena.run(load, Long.parseLong(words.get(2))))
                    answers.println(line);
            }
            case "close" -> {
                if (arena != null) arena.close();
                arena = null;
            }
            default -> throw new IllegalArgumentException("expected open, form, run or close");
        }
    }
}
