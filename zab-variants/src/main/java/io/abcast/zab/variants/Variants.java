package io.abcast.zab.variants;

import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabPolicy;
import java.util.List;
import java.util.stream.Collectors;

/** The protocols of the Zab family, by name. A new protocol needs a class and a line in {@link #all}. */
public final class Variants {
    private Variants() {}

    /**
     * Every protocol, Zab first.
     *
     * @param coin settings of the protocols with an adaptive coin
     * @param countsLeader whether ZAB_AA counts the leader's log as one of f+1
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

    /** The names of all protocols, in their order. */
    public static List<String> names() {
        return all(CoinSettings.defaults(), true).stream().map(BroadcastPolicy::name).toList();
    }

    /**
     * The policies of a member: the protocol that it runs, and those that it can follow.
     *
     * @param coin settings of the protocol's coin, if it has one
     * @param countsLeader see {@link #all}
     * @throws IllegalArgumentException if there is no protocol of that name; the message lists them
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
