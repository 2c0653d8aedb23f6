package io.abcast.zab.variants;

import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabPolicy;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lists the protocols of the Zab family by name. To add a protocol of the Zab family, add a class, and a line in
 * {@link #all}.
 */
public final class Variants {
    private Variants() {}

    /**
     * Returns all protocols of the Zab family, with {@code ZAB} as the first.
     *
     * @param coin settings of the coin for the protocols whose coin adapts to measurements
     * @param countsLeader whether {@code ZAB_AA} counts the leader's log as one of the f+1 logs that hold an entry
     */
    public static List<BroadcastPolicy> all(CoinSettings coin, boolean countsLeader) {
        return List.of(
                ZabPolicy.INSTANCE,
                new AckAndCommit(),
                new AckAllLite(),
                new CoinPolicy(true, coin),
                new AckAll(countsLeader),
                new CoinPolicy(false, coin),
                new Auto(coin));
    }

    /** Returns the names of all protocols of the Zab family, in the order in which the documentation lists them. */
    public static List<String> names() {
        return all(CoinSettings.defaults(), true).stream().map(BroadcastPolicy::name).toList();
    }

    /**
     * Returns the policies of a member: the protocol that the member runs as leader, and the protocols that it can
     * follow.
     *
     * @param coin settings of the coin of the member's protocol, if the protocol has a coin
     * @param countsLeader whether {@code ZAB_AA} counts the leader's log as one of the f+1 logs, see {@link #all}
     * @throws IllegalArgumentException if no protocol of the family has the given name; the exception's message lists
     *     the names
     */
    public static Policies policies(String name, CoinSettings coin, boolean countsLeader) {
        List<BroadcastPolicy> all = all(coin, countsLeader);
        for (BroadcastPolicy policy : all) {
            if (policy.name().equals(name)) return new Policies(policy, all);
        }
        throw new IllegalArgumentException(
                "protocol: expected one of "
                        + names().stream().collect(Collectors.joining(", "))
                        + ", got "
                        + name);
    }
}
