package io.abcast.peers.ratis;

import io.abcast.load.Experiment;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.util.TimeDuration;

/**
 * Apache Ratis as a measured system: RaftServer over gRPC with a map as its state machine, and the asynchronous client
 * of Ratis.
 */
public final class RatisContestant implements Contestant {
    static final int GROUP = 0;

    private static final int OUTSTANDING_MAX = 100_000;

    @Override
    public String cannot(Experiment e) {
        if (e.load().writePercent() < 100
                && e.load().reads() == ReadKind.LOCAL
                && e.attach().equals("network"))
            return "stale reads of Ratis and its writes cannot share a connection: both number their requests in the"
                    + " same stream, and the leader waits for numbers that never come";
        if (!e.batching()) return "batching cannot be disabled in Ratis";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        return new RatisReplica(site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) {
        return RatisClients.remote(site, shards);
    }

    static RaftPeerId peer(int id) {
        return RaftPeerId.valueOf(Integer.toString(id));
    }

    static RaftGroup group(Site site) {
        List<RaftPeer> peers = new ArrayList<>();
        for (int id = 1; id <= site.servers(); id++)
            peers.add(
                    RaftPeer.newBuilder()
                            .setId(peer(id))
                            .setAddress(Site.HOST + ":" + site.port(id, GROUP))
                            .build());
        UUID name = UUID.nameUUIDFromBytes("compare".getBytes(StandardCharsets.US_ASCII));
        return RaftGroup.valueOf(RaftGroupId.valueOf(name), peers);
    }

    /** The limits of Ratis' client are so high that the client never delays a request. */
    static RaftProperties clientProperties() {
        RaftProperties properties = new RaftProperties();
        RaftClientConfigKeys.Async.setOutstandingRequestsMax(properties, OUTSTANDING_MAX);
        RaftClientConfigKeys.Rpc.setRequestTimeout(
                properties, TimeDuration.valueOf(10, java.util.concurrent.TimeUnit.SECONDS));
        return properties;
    }
}
