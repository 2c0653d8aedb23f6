package io.abcast.peers.jgroupsraft;

import io.abcast.load.Experiment;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;

/**
 * jgroups-raft as a measured system: a RaftHandle over the stack file {@code raft-tcp.xml}, with abcast's protocols
 * from the transport to GMS.
 */
public final class JGroupsRaftContestant implements Contestant {
    static final int GROUP = 0;

    @Override
    public String cannot(Experiment e) {
        if (e.attach().equals("network"))
            return "jgroups-raft has no remote clients: its API is inside the members";
        if (!e.batching()) return "batching cannot be disabled in jgroups-raft";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        return new JGroupsRaftMember(site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) {
        throw new UnsupportedOperationException();
    }
}
