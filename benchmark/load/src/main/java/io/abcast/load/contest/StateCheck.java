package io.abcast.load.contest;

import io.abcast.load.contest.ContestantServer.State;
import java.util.Arrays;
import java.util.List;

/** Whether the servers hold what the clients wrote. Every method answers what is wrong; empty: nothing. */
final class StateCheck {
    private StateCheck() {}

    /**
     * All servers must agree, and have applied what was answered.
     *
     * @param states by server
     * @param writes answered: at least so many must have been applied
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
     * What was read back must be what somebody wrote.
     *
     * @param values by server and key; {@code null}: no such key there
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
                            + " bytes that nobody wrote";
            }
            if (found == 0)
                return "server "
                        + (server + 1)
                        + " has none of the keys 0.."
                        + (values[server].length - 1);
        }
        return "";
    }
}
