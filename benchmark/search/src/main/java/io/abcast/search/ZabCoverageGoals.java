package io.abcast.search;

import io.abcast.sim.CoverageGoals;
import io.abcast.sim.CoverageGoals.Situation;
import io.abcast.zab.LinkMessage;
import io.abcast.zab.ZabMessage;
import io.abcast.zab.ZabPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Situations that a search in the protocols of the Zab family should reach. The coverage recognizes each situation by a
 * line that a node reports.
 */
final class ZabCoverageGoals {
    static final CoverageGoals INSTANCE =
            new CoverageGoals(List.of(ZabPhase.values()), messages(), situations());

    private ZabCoverageGoals() {}

    private static List<Class<?>> messages() {
        List<Class<?>> messages = new ArrayList<>();
        for (Class<?> message : ZabMessage.class.getPermittedSubclasses())
            if (message != ZabMessage.Frame.class) messages.add(message);
        messages.addAll(List.of(LinkMessage.class.getPermittedSubclasses()));
        return List.copyOf(messages);
    }

    private static List<Situation> situations() {
        return List.of(
                has("first formation", "trying to lead the first formation"),
                has("first formation given up: a member has a past", "has a past"),
                has("a leader gives way to a newer history", "has a newer history"),
                has("a leader gives way to a later promise", "has promised epoch"),
                has("the restricted rule waits for others", "members beside"),
                has("discovery finds no quorum", "no quorum of followers while in DISCOVERY"),
                has(
                        "synchronisation finds no quorum",
                        "no quorum of followers while in SYNCHRONISATION"),
                sync("synchronisation by DIFF", "DIFF"),
                sync("synchronisation by TRUNC", "TRUNC"),
                sync("synchronisation by SNAP", "SNAP"),
                new Situation("a log is cut across an epoch", ZabCoverageGoals::cutsAcrossEpochs),
                has("a snapshot is fetched", "fetching snapshot"),
                has("a snapshot arrives damaged", "arrived damaged and was discarded"),
                has("a session is given up: snapshots damaged", "arrived damaged 3 times"),
                has("a leader is established", "leading epoch"),
                has("a leader has lost its quorum", "a quorum is "),
                has("a leader is silent", "is silent"),
                has("a leader makes no progress with a follower", "no progress with leader"),
                has("a leader cannot be reached, says a hint", "cannot be reached"),
                has("a session ends: a frame is missing", "came before its predecessor"),
                has("a session ends: something unexpected", "broken: unexpected"),
                has("a session ends: ended by the leader", "ended the session"),
                has("a switch to Zab's mode", "switching to Zab's mode"),
                new Situation(
                        "a switch to the protocol's own mode",
                        line ->
                                line.startsWith("switching to ")
                                        && !line.startsWith("switching to Zab's mode")),
                has("a vote for Zab: stuck", "voting for Zab: not deliverable"),
                has("a majority has forgotten, says a member", "a majority has forgotten"));
    }

    private static Situation has(String name, String text) {
        return new Situation(name, line -> line.contains(text));
    }

    private static Situation sync(String name, String mode) {
        Predicate<String> line =
                text -> text.startsWith("synchronising follower") && text.contains(", by " + mode);
        return new Situation(name, line);
    }

    /** Matches lines such as "cutting the log after 3:17, it ended at 4:2". */
    private static boolean cutsAcrossEpochs(String line) {
        String start = "cutting the log after ";
        if (!line.startsWith(start)) return false;
        String keep = line.substring(start.length(), line.indexOf(':'));
        String end = line.substring(line.lastIndexOf(' ') + 1, line.lastIndexOf(':'));
        return !keep.equals(end);
    }
}
