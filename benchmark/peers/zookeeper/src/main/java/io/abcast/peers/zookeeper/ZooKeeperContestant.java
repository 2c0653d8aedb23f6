package io.abcast.peers.zookeeper;

import io.abcast.load.Experiment;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;

/**
 * Apache ZooKeeper as a measured system: QuorumPeerMain and the asynchronous client, with one znode per key. A write of
 * the load is a setData call, and a read is a getData call.
 */
public final class ZooKeeperContestant implements Contestant {
    static final int CLIENT = 0;
    static final int QUORUM = 1;
    static final int ELECTION = 2;

    static final String PARENT = "/k";

    private static final int KEYS_MAX = 100_000;

    @Override
    public String cannot(Experiment e) {
        if (e.load().keys() > KEYS_MAX)
            return "a znode per key is made beforehand, at most " + KEYS_MAX;
        if (e.load().writePercent() < 100 && e.load().reads() == ReadKind.LINEARIZABLE)
            return "ZooKeeper's sync and getData are not linearizable while a leader is being deposed";
        if (!e.batching()) return "batching cannot be disabled in ZooKeeper";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        return new ZooKeeperReplica(site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) throws Exception {
        return ZooKeeperClients.remote(site, shards);
    }

    static String path(int key) {
        return PARENT + "/" + key;
    }
}
