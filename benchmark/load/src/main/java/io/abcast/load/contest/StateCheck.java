package io.abcast.load.contest;

import io.abcast.load.contest.ContestantServer.State;
import java.util.Arrays;
import java.util.List;

/**
 * Each check of the servers' states returns a description of the violation, or an empty text if it finds no violation.
 */
final class StateCheck {
    private StateCheck() {}

    /**
     * @param states the state of each server; the index is the server id minus 1
     * @param groups the ids of the servers in groups; all servers of a group must have equal states
     * @param writes number of answered writes, which the groups, each counted once, must have applied in total
     */
    static String differing(List<State> states, List<List<Integer>> groups, long writes) {
        long applied = 0;
        for (List<Integer> group : groups) applied += states.get(group.get(0) - 1).applied();
        if (applied < writes) {
            String those =
                    groups.size() == 1
                            ? "server " + groups.get(0).get(0) + " has"
                            : "servers " + groups.stream().map(g -> g.get(0)).toList() + " have";
            return those + " applied " + applied + " writes, expected at least " + writes;
        }
        for (List<Integer> group : groups) {
            State first = states.get(group.get(0) - 1);
            for (int id : group) {
                State state = states.get(id - 1);
                if (state.digest() != first.digest() || state.keys() != first.keys())
                    return "states differ: server "
                            + group.get(0)
                            + " "
                            + first
                            + ", server "
                            + id
                            + " "
                            + state;
            }
        }
        return "";
    }

    /**
     * @param values the values that each server has, by server and then by key; {@code null} if the server does not
     *     have the key
     * @param written all values that the clients wrote
     */
    static String misread(byte[][][] values, List<byte[]> written) {
        for (int server = 0; server < values.length; server++) {
            int found = 0;
            for (int key = 0; key < values[server].length; key++) {
                byte[] value = values[server][key];
                if (value == null) continue;
                found++;
                if (written.stream().noneMatch(w -> Arrays.equals(w, value)))
                    return "server "
                            + (server + 1)
                            + ", key "
                            + key
                            + ": a value of "
                            + value.length
                            + " bytes that no client wrote";
            }
            if (found == 0)
                return "server "
                        + (server + 1)
                        + " has no value for any of the keys 0.."
                        + (values[server].length - 1);
        }
        return "";
    }
}
