package io.abcast.cli;

import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.command.SecondsConverter;
import io.abcast.zab.coin.CoinChoice;
import io.abcast.zab.coin.CoinChooser;
import io.abcast.zab.coin.CoinRange;
import io.abcast.zab.coin.FollowUps;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code abcast coin}: prints the probabilities with which followers of ZAB_CT send acks to all members, as
 * {@link io.abcast.zab.coin} computes them.
 */
@Command(
        name = "coin",
        description = {
            "Compute the properties of ZabCT's coin (docs/protocols/coin.md).",
            "With --p: the number of abcasts that a delivery waits for. With --lambda, --delay and --D: the range of p"
                    + " that pays."
        })
final class CoinCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--servers",
            required = true,
            paramLabel = "N",
            description = "Number of servers, which is odd; all servers are up.")
    private int servers;

    @Option(names = "--p", paramLabel = "P", description = "Probability of Head.")
    private Double p;

    @Option(names = "--lambda", paramLabel = "L", description = "Rate of abcasts, per second.")
    private Double lambda;

    @Option(
            names = "--delay",
            paramLabel = "d",
            converter = SecondsConverter.class,
            description =
                    "Average delay of a commit from the leader to a follower: seconds, or with a unit, e.g. 20ms.")
    private Double delay;

    @Option(
            names = "--D",
            paramLabel = "D",
            converter = SecondsConverter.class,
            description =
                    "Time without a new abcast after which a follower tosses again: seconds, or with a unit,"
                            + " e.g. 20ms.")
    private Double forcedToss;

    @Option(
            names = "--theta",
            paramLabel = "T",
            description =
                    "Maximum rate of acks that a follower may receive, per second. Default: lambda.")
    private Double theta;

    @Option(
            names = "--delta",
            paramLabel = "x",
            description = "Precision of P1 and P2. Default: " + CoinChooser.DELTA_DEFAULT + " .")
    private Double delta;

    @Option(
            names = "--choice",
            paramLabel = "u|a|aa",
            description =
                    "Print the p of one choice only: u is P2, a is (P1 + P2)/2, aa is (a + P1)/2.")
    private CoinChoice choice;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        try {
            if (p != null) {
                printFollowUps();
            } else {
                printRange();
            }
        } catch (IllegalArgumentException e) {
            // The message of the caught exception already names the wrong coin parameter and its
            // expected value.
            throw wrongUsage(e.getMessage());
        }
        spec.commandLine().getOut().flush();
        return 0;
    }

    private void printFollowUps() {
        if (lambda != null
                || delay != null
                || forcedToss != null
                || theta != null
                || delta != null
                || choice != null) {
            throw wrongUsage(
                    "--p: expected --p with --servers only, or --lambda, --delay and --D instead of --p");
        }
        FollowUps followUps = new FollowUps(servers);
        int n = followUps.followers();
        double w = followUps.expected(p);
        PrintWriter out = spec.commandLine().getOut();
        if (json.printsText()) {
            out.printf("N = %d servers, n = %d followers, p = %s%n", servers, n, p);
            out.printf("W(p) = %s abcasts after m until the leader may deliver m%n", w);
            out.printf("n p = %s acks per commit at the leader%n", n * p);
            out.printf("n + p n^2 = %s messages per abcast (Zab: %d)%n", n + p * n * n, 3 * n);
        }
        JsonText document = new JsonText();
        document.open('{').key("servers").value(servers).key("n").value(n).key("p").value(p);
        // JSON has no number for infinity; most languages parse the string "Infinity" as a number.
        document.key("W").value(Double.isInfinite(w) ? "Infinity" : w).close('}');
        json.write(out, document);
    }

    private void printRange() {
        if (lambda == null || delay == null || forcedToss == null) {
            throw wrongUsage("expected --p, or all of --lambda, --delay and --D");
        }
        double acks = Objects.requireNonNullElse(theta, lambda);
        double step = Objects.requireNonNullElse(delta, CoinChooser.DELTA_DEFAULT);
        CoinRange range =
                new CoinChooser(servers, servers - 1, forcedToss, step).range(lambda, delay, acks);
        PrintWriter out = spec.commandLine().getOut();
        if (json.printsText()) {
            print(range, acks, step, out);
        }
        JsonText document = new JsonText();
        document.open('{').key("P1").value(range.p1()).key("P2").value(range.p2());
        document.key("feasible").value(range.feasible());
        for (CoinChoice each : CoinChoice.values()) {
            document.key(name(each)).value(at(range, each));
        }
        if (choice != null) {
            document.key("choice").value(name(choice)).key("p").value(at(range, choice));
        }
        json.write(out, document.close('}'));
    }

    private void print(CoinRange range, double acks, double step, PrintWriter out) {
        FollowUps followUps = new FollowUps(servers);
        out.printf(
                "N = %d servers, n = %d followers, lambda = %s abcasts/s, d = %s s, D = %s s,"
                        + " theta = %s acks/s, delta = %s%n",
                servers, followUps.followers(), lambda, delay, forcedToss, acks, step);
        out.printf(
                "P2 = %.6f, the largest p that sends a follower fewer acks than theta%n",
                range.p2());
        if (!range.feasible()) {
            out.println(
                    "No p is feasible, because the coin would deliver later than Zab: Zab should run (P1 = p = 1).");
            return;
        }
        out.printf("P1 = %.6f, the smallest p that delivers no later than Zab%n", range.p1());
        for (CoinChoice each : CoinChoice.values()) {
            if (choice == null || choice == each) {
                double chosen = range.at(each);
                out.printf(
                        "p  = %.6f by choice %s: W(p) = %.6f, acks per commit %.6f%n",
                        chosen,
                        name(each),
                        followUps.expected(chosen),
                        followUps.followers() * chosen);
            }
        }
    }

    /**
     * Returns the probability p of Head (ack to all members); 1 if no p is feasible, as in EL-Sanosi 2018, appendix
     * E.2.1.
     */
    private static double at(CoinRange range, CoinChoice choice) {
        return range.feasible() ? range.at(choice) : 1;
    }

    private static String name(CoinChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
