package io.abcast.benchmark.compare;

import io.abcast.benchmark.load.LocalTarget;
import io.abcast.benchmark.load.NetworkTarget;
import io.abcast.client.ClientLoops;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.Payload;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.server.ConnectionLimits;
import io.abcast.server.ReplicaServer;
import io.abcast.server.ServerOptions;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.Control;
import io.abcast.testkit.FbpKeyring;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;

/**
 * abcast as a measured system: {@code abcast server} with the key-value store and the shipped stack of the protocol.
 */
public final class AbcastContestant implements Contestant {
    public static final String NAME = "abcast";

    /** System property of abcast's servers that sets attributes of CAMU, as {@code PROTOCOL.attribute=value;...}. */
    public static final String SETTINGS = "abcast.compare.settings";

    /** Name of the system that is CAMU with its links (timestamps imposed by other partitions) switched off. */
    public static final String WITHOUT_LINKS = "camu-to";

    /** Name of the system that is CAMU with open links between all partitions. */
    public static final String WITH_LINKS = "camu-pb";

    /** Name of the system in which one Zab ensemble orders the writes of all partitions. */
    public static final String ONE_GROUP = "one-zab";

    private static final String LINKS = "CAMU.links";

    private record Variant(String protocol, Map<String, String> settings) {}

    /** Key is the name of the system; a resource file {@code contestant-NAME.properties} describes each variant. */
    private static final Map<String, Variant> VARIANTS =
            Map.of(
                    WITHOUT_LINKS, new Variant("CAMU", Map.of(LINKS, "off")),
                    WITH_LINKS, new Variant("CAMU", Map.of(LINKS, "on")),
                    ONE_GROUP, new Variant("ZAB", Map.of()));

    private static final int GROUP = 0;
    private static final int CLIENT = 1;

    /** Equal to the default of {@code abcast server}, so that clients measure servers as users start them. */
    private static final int IO_THREADS = 1;

    private static final int IN_FLIGHT_MAX = 32_768;
    private static final long UNDER_WAY_BYTES_MAX = 48L << 20;

    @Override
    public String cannot(Experiment experiment) {
        return null;
    }

    @Override
    public void prepare(Site site) throws Exception {
        if (needsFbpKeys(site)) FbpKeyring.make(site.directory(), site.servers());
    }

    private static boolean needsFbpKeys(Site site) throws IOException {
        return FbpKeyring.needed(protocol(site.experiment()), site.config());
    }

    private static String protocol(Experiment experiment) {
        Variant variant = VARIANTS.get(experiment.system());
        return variant == null ? experiment.protocol() : variant.protocol;
    }

    private static Map<String, String> settings(Site site) throws IOException {
        Experiment e = site.experiment();
        if (needsFbpKeys(site))
            return Map.of(ServerOptions.FBP_KEYS, FbpKeyring.in(site.directory()).toString());
        String protocol = protocol(e);
        Map<String, String> settings = new TreeMap<>();
        // Only protocols of the Zab family have the attribute {@code batching}.
        if (protocol.startsWith("ZAB"))
            settings.put(protocol + ".batching", Boolean.toString(e.batching()));
        String given = System.getProperty(SETTINGS, "");
        if (protocol.equals("CAMU") && !given.isEmpty())
            for (String setting : given.split(";")) {
                String[] sides = setting.split("=", 2);
                settings.put(sides[0], sides[1]);
            }
        Variant variant = VARIANTS.get(e.system());
        if (variant != null) settings.putAll(variant.settings);
        return settings;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        Experiment e = site.experiment();
        InetAddress host = InetAddress.getLoopbackAddress();
        ServerOptions options =
                new ServerOptions(
                        id,
                        site.partitions() == null
                                ? site.eachServer(Integer::toString)
                                : site.partitions().toString(),
                        false,
                        protocol(e),
                        site.config(),
                        host,
                        site.port(id, CLIENT),
                        site.port(id, GROUP),
                        site.eachServer(other -> Site.HOST + "[" + site.port(other, GROUP) + "]"),
                        "compare",
                        site.directory().resolve("data-" + id),
                        e.durability(),
                        e.omaha(),
                        settings(site),
                        IO_THREADS,
                        IN_FLIGHT_MAX,
                        UNDER_WAY_BYTES_MAX,
                        ConnectionLimits.defaults(),
                        null,
                        null);
        return new Server(ReplicaServer.start(options, System.err::println), address(site, id));
    }

    private static InetSocketAddress address(Site site, int id) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), site.port(id, CLIENT));
    }

    @Override
    public Attachment connect(Site site, int shards) {
        List<InetSocketAddress> servers = new ArrayList<>();
        for (int id = 1; id <= site.servers(); id++) servers.add(address(site, id));
        List<List<Integer>> byPartition =
                site.partitions() == null ? List.of() : site.partitions().ids();
        return new Clients(servers, byPartition, shards, site.connections(shards));
    }

    private static final class Server implements ContestantServer {
        private final ReplicaServer replica;
        private final ClientLoops loops = new ClientLoops(1);
        private final Control control;

        Server(ReplicaServer replica, InetSocketAddress address) {
            this.replica = replica;
            control = new Control(loops, address);
        }

        @Override
        public boolean ready() throws Exception {
            return control.figures().active();
        }

        @Override
        public boolean leads() throws Exception {
            MemberFigures figures = control.figures();
            return figures.leader() == figures.id();
        }

        @Override
        public State state() throws Exception {
            Control.Digest digest = control.digest();
            return new State(
                    control.figures().counter(Counter.DELIVERED), digest.digest(), digest.keys());
        }

        @Override
        public byte[] read(int key) {
            return replica.read(Payload.key(key));
        }

        @Override
        public Attachment attach() {
            return new Attachment() {
                @Override
                public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
                    return new LocalTarget(replica, shard, part);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void close() {
            control.close();
            loops.close();
            replica.close();
        }
    }

    private static final class Clients implements Attachment {
        private final List<InetSocketAddress> servers;
        private final List<List<Integer>> byPartition;
        private final ClientLoops loops;
        private final ConnectionSpread spread;

        Clients(
                List<InetSocketAddress> servers,
                List<List<Integer>> byPartition,
                int shards,
                ConnectionSpread spread) {
            this.servers = servers;
            this.byPartition = byPartition;
            this.spread = spread;
            loops = new ClientLoops(shards);
        }

        @Override
        public ScheduledExecutorService newShard() {
            return loops.next();
        }

        @Override
        public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
            return new NetworkTarget(
                    (EventLoop) shard, part, servers, spread.toServers(number), null, byPartition);
        }

        @Override
        public void close() {
            loops.close();
        }
    }
}
