package io.abcast.load.contest;

import io.abcast.load.contest.ContestantServer.State;
import java.util.Arrays;
import java.util.List;

/**
 * Checks that the servers have the values that the clients wrote. Every method returns a description of the violation;
 * empty if there is no violation.
 */
final class StateCheck {
    private StateCheck() {}

    /**
     * Checks that all servers agree, and have applied every answered write.
     *
     * @param states the state of each server
     * @param writes number of answered writes: the servers must have applied at least as many
     */
    static String differing(List<State> states, long writes) {
        State first = states.get(0);
        if (first.applied() < writes)
            return "server 1 has applied "
                    + first.applied()
                    + " writes, expected at least "
                    + writes;
        for (int i = 1; i < states.size(); i++) {
            State state = states.get(i);
            if (state.digest() != first.digest() || state.keys() != first.keys())
                return "states differ: server 1 " + first + ", server " + (i + 1) + " " + state;
        }
        return "";
    }

    /**
     * Checks that every value that was read back was written by a client.
     *
     * @param values the values that each server has, by server and then by key; {@code null}: the server does not have
     *     the key
     * @param written all values that clients wrote
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
