package io.abcast.peers.zookeeper;

import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** One ZooKeeper server, which runs the same classes as ZooKeeper's start script. */
final class ZooKeeperReplica implements ContestantServer {
    private final Peer peer = new Peer();
    private final Thread thread;
    private final Site site;
    private final int id;
    private final int keys;

    ZooKeeperReplica(Site site, int id) throws Exception {
        this.site = site;
        this.id = id;
        keys = site.experiment().load().keys();
        Path data = site.data(id);
        Files.createDirectories(data);
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        setProperties(site);
        QuorumPeerConfig config = new QuorumPeerConfig();
        config.parseProperties(properties(site, id, data));
        thread = new Thread(() -> run(config), "zookeeper");
        thread.setDaemon(true);
        thread.start();
    }

    /** The administrator's guide offers some settings of ZooKeeper only as system properties. */
    private static void setProperties(Site site) {
        // With the durabilities "file" and "memory", ZooKeeper writes entries without a sync.
        boolean sync = site.experiment().durability().equals("fsync");
        System.setProperty("zookeeper.forceSync", sync ? "yes" : "no");
        System.setProperty("zookeeper.skipACL", "yes");
        // The digest of the data tree is a self-check that costs time and only finds defects of
        // ZooKeeper.
        System.setProperty("zookeeper.digest.enabled", "false");
        System.setProperty("zookeeper.admin.enableServer", "false");
        // With the default limit on requests in flight, ZooKeeper would throttle the clients.
        System.setProperty("zookeeper.globalOutstandingLimit", "100000");
        int frame = site.experiment().load().payloadBytes() + (1 << 20);
        System.setProperty("jute.maxbuffer", Integer.toString(frame));
    }

    private static Properties properties(Site site, int id, Path data) {
        Properties properties = new Properties();
        properties.setProperty("dataDir", data.toString());
        properties.setProperty("tickTime", "2000");
        properties.setProperty("initLimit", "10");
        properties.setProperty("syncLimit", "5");
        properties.setProperty("maxClientCnxns", "0");
        properties.setProperty("clientPortAddress", Site.HOST);
        properties.setProperty(
                "clientPort", Integer.toString(site.port(id, ZooKeeperContestant.CLIENT)));
        for (int other = 1; other <= site.servers(); other++)
            properties.setProperty(
                    "server." + other,
                    Site.HOST
                            + ":"
                            + site.port(other, ZooKeeperContestant.QUORUM)
                            + ":"
                            + site.port(other, ZooKeeperContestant.ELECTION));
        return properties;
    }

    private void run(QuorumPeerConfig config) {
        try {
            peer.runFromConfig(config);
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Null while the replica does not serve. */
    private ZooKeeperServer server() {
        QuorumPeer quorumPeer = peer.peer();
        ZooKeeperServer server = quorumPeer == null ? null : quorumPeer.getActiveServer();
        return server != null && server.isRunning() ? server : null;
    }

    private DataTree tree() throws IOException {
        ZooKeeperServer server = server();
        if (server == null) throw new IOException("expected a server that serves");
        return server.getZKDatabase().getDataTree();
    }

    @Override
    public boolean ready() {
        return server() != null;
    }

    @Override
    public boolean leads() {
        QuorumPeer quorumPeer = peer.peer();
        return quorumPeer != null && quorumPeer.getPeerState() == QuorumPeer.ServerState.LEADING;
    }

    @Override
    public State state() throws IOException {
        DataTree tree = tree();
        long applied = 0;
        long digest = 0;
        int written = 0;
        for (int key = 0; key < keys; key++) {
            Stat stat = new Stat();
            byte[] value = read(tree, key, stat);
            if (value == null) continue;
            written++;
            applied += stat.getVersion();
            digest += ValueStore.digest(key, value) + stat.getVersion();
        }
        return new State(applied, digest, written);
    }

    @Override
    public byte[] read(int key) throws IOException {
        return read(tree(), key, new Stat());
    }

    /** Null if no client has written the znode since its creation before the load. */
    private static byte[] read(DataTree tree, int key, Stat stat) {
        try {
            byte[] value = tree.getData(ZooKeeperContestant.path(key), stat, null);
            return stat.getVersion() == 0 ? null : value;
        } catch (NoNodeException e) {
            return null;
        }
    }

    @Override
    public Attachment attach() throws Exception {
        return ZooKeeperClients.inside(site, id);
    }

    @Override
    public void close() {
        peer.close();
    }

    private static final class Peer extends QuorumPeerMain {
        QuorumPeer peer() {
            return quorumPeer;
        }
    }
}
