package io.abcast.papers.cooper;

import io.abcast.report.Interval95;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Runs the file transfers that the figures need, each setting a few times with consecutive random seeds. The class
 * caches the measured times, because several figures need the same settings.
 */
final class TransferTrials {
    enum Carrier {
        GOSSIP,
        RANDOM_BLOCK,
        BITTORRENT,
        ZAB_CHUNKS;

        private Spread run(Setting setting, long seed) {
            return switch (this) {
                case GOSSIP -> GossipRun.run(setting, seed);
                case RANDOM_BLOCK -> RandomBlockRun.run(setting, seed);
                case BITTORRENT -> BitTorrentRun.run(setting, seed);
                case ZAB_CHUNKS -> SnapshotRun.run(setting, seed);
            };
        }
    }

    private record Key(Carrier carrier, Setting setting) {}

    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final Map<Key, List<Spread>> done = new LinkedHashMap<>();

    TransferTrials(int runs, long seed, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
    }

    List<Spread> of(Carrier carrier, Setting setting) {
        Key key = new Key(carrier, setting);
        List<Spread> spreads = done.get(key);
        if (spreads != null) return spreads;
        progress.accept(carrier + " k=" + setting.blocks() + ", " + setting.cost());
        spreads = new ArrayList<>();
        for (int run = 0; run < runs; run++) spreads.add(carrier.run(setting, seed + run));
        done.put(key, spreads);
        return spreads;
    }

    Interval95 interval(Carrier carrier, Setting setting, ToDoubleFunction<Spread> measure) {
        return Interval95.of(of(carrier, setting).stream().mapToDouble(measure).boxed().toList());
    }

    Interval95 finish(Carrier carrier, Setting setting) {
        return interval(carrier, setting, Spread::finish);
    }
}
