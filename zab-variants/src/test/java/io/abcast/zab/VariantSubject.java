package io.abcast.zab;

import io.abcast.sim.Rng;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lets the simulator run a protocol of the Zab family, or a mixed ensemble, whose members are configured with different
 * protocols.
 */
final class VariantSubject extends ZabSubject {
    static final String MIXED = "MIXED";

    private static final int MEMBERS_MAX = 9;

    final VariantCoverage seen;

    private final String protocol;
    private final UnaryOperator<CoinSettings> coins;

    VariantSubject(String protocol) {
        this(protocol, new VariantCoverage());
    }

    private VariantSubject(String protocol, VariantCoverage seen) {
        this(protocol, seen, UnaryOperator.identity(), (id, members) -> seen.tap());
    }

    private VariantSubject(
            String protocol, VariantCoverage seen, UnaryOperator<CoinSettings> coins, Taps taps) {
        super(taps);
        this.protocol = protocol;
        this.seen = seen;
        this.coins = coins;
    }

    static VariantSubject broken(String protocol, Taps taps) {
        return new VariantSubject(protocol, new VariantCoverage(), UnaryOperator.identity(), taps);
    }

    static VariantSubject ruledBy(String protocol, Rules rules) {
        return new VariantSubject(protocol, rules, new VariantCoverage());
    }

    private VariantSubject(String protocol, Rules rules, VariantCoverage seen) {
        super(rules, (id, members) -> seen.tap());
        this.protocol = protocol;
        this.seen = seen;
        coins = UnaryOperator.identity();
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public int holdersMin(int members) {
        boolean restricted =
                protocol.equals(MIXED)
                        || Variants.policies(protocol, CoinSettings.defaults(), false)
                                        .own()
                                        .rule(members)
                                == DeliveryRule.ON_FOLLOWERS;
        return restricted ? members / 2 : members / 2 + 1;
    }

    @Override
    List<Policies> policies(Rng random) {
        CoinSettings coin = coins.apply(CoinSettings.drawn(bound -> random.between(0, bound - 1)));
        boolean countsLeader = random.chance(0.5);
        if (!protocol.equals(MIXED)) return List.of(policies(protocol, coin, countsLeader));
        List<String> names = new ArrayList<>(Variants.names());
        names.remove("ZAB_AC"); // with three members ZAB_AUTO runs ZAB_AC
        List<Policies> drawn = new ArrayList<>();
        for (int i = 0; i < MEMBERS_MAX; i++)
            drawn.add(policies(names.get(random.below(names.size())), coin, countsLeader));
        return drawn;
    }

    private Policies policies(String name, CoinSettings coin, boolean countsLeader) {
        Policies sound = Variants.policies(name, coin, countsLeader);
        return new Policies(
                seen.watched(sound.own()), sound.known().stream().map(seen::watched).toList());
    }
}
