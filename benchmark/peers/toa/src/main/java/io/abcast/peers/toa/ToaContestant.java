package io.abcast.peers.toa;

import io.abcast.load.Experiment;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;

/**
 * TOA of JGroups 4.2 as a measured system: total order anycast by Skeen's algorithm, which JGroups 5.0 removed. Each
 * replica of a partition is a member of the JGroups group, and a write is sent to all replicas of its partitions.
 */
public final class ToaContestant implements Contestant {
    @Override
    public String cannot(Experiment e) {
        if (e.attach().equals("network"))
            return "TOA has no remote clients: its API is inside the members";
        if (!e.durability().equals("memory")) return "TOA has no log";
        if (!e.batching()) return "batching cannot be disabled in TOA";
        if (!e.load().spread().wanted()) return "TOA sends to partitions: --partitions is missing";
        if (e.load().spread().partitions() > Site.PORTS_PER_SERVER)
            return "at most " + Site.PORTS_PER_SERVER + " partitions for a server";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        return new ToaServer(site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) {
        throw new UnsupportedOperationException();
    }
}
