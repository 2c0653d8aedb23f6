package io.abcast.zab;

import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Determines the results of the followers' coin tosses in an ensemble on a {@link Stage}. A test sets the results in
 * advance; every other toss gives Tail.
 */
final class Coins {
    static final long SECOND = 1_000_000_000;

    private final List<ArrayDeque<Boolean>> heads;
    private final String protocol;
    private final CoinSettings settings;

    Coins(String protocol, int members, CoinSettings settings) {
        this.protocol = protocol;
        this.settings = settings;
        heads = java.util.stream.Stream.generate(ArrayDeque<Boolean>::new).limit(members).toList();
    }

    static Stage formed(String protocol, int members, Coins coins, ZabConfig config) {
        Stage stage = Stage.formed(members, config, coins::policies);
        stage.leader().submit(1_000_000, "warm");
        stage.settle();
        for (Stage.Actor actor : stage.actors) actor.delivered.clear();
        for (ArrayDeque<Boolean> script : coins.heads) script.clear();
        stage.forgetSent();
        return stage;
    }

    void next(int follower, String tosses) {
        for (char c : tosses.toCharArray()) heads.get(follower - 1).add(c == 'H');
    }

    private Policies policies(int id) {
        Policies sound = Variants.policies(protocol, settings, settings.countsLeader());
        return new Policies(
                new VariantCoverage.ForwardingPolicy(sound.own()) {
                    @Override
                    public FollowerPolicy follower(int members, LongSupplier random) {
                        return super.follower(members, () -> toss(id));
                    }
                },
                sound.known());
    }

    private long toss(int id) {
        Boolean head = heads.get(id - 1).poll();
        return head != null && head ? 0 : -1;
    }
}
