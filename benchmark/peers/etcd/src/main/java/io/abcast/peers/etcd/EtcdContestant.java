package io.abcast.peers.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.abcast.load.Experiment;
import io.abcast.load.Payload;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * etcd as a measured system, with the etcd program that is installed on this host. Each member of etcd is a process,
 * and clients use its gRPC protocol.
 */
public final class EtcdContestant implements Contestant {
    static final int CLIENT = 0;
    static final int PEER = 1;

    /** Bytes; the configured request limit of etcd is higher than this length. */
    private static final int PAYLOAD_MAX = 8 << 20;

    static Path program() {
        return Path.of(System.getProperty("abcast.etcd"));
    }

    @Override
    public String cannot(Experiment e) {
        if (e.attach().equals("embedded"))
            return "etcd is a program in Go: no client of this load can run inside its process";
        if (e.load().payloadBytes() > PAYLOAD_MAX)
            return "values of more than " + PAYLOAD_MAX + " bytes are too large for etcd";
        if (!e.batching()) return "batching cannot be disabled in etcd";
        try {
            if (!e.durability().equals("fsync") && !EtcdMember.canSkipSyncs(program()))
                return program() + " has no --unsafe-no-fsync: it cannot run without syncs";
        } catch (IOException failure) {
            return failure.getMessage();
        }
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        return new EtcdMember(program(), site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) {
        return new EtcdClients(site, shards);
    }

    static ManagedChannel channel(Site site, int id) {
        return NettyChannelBuilder.forAddress(Site.HOST, site.port(id, CLIENT))
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(2 * PAYLOAD_MAX)
                .build();
    }

    static ByteString key(int key) {
        return UnsafeByteOperations.unsafeWrap(Payload.key(key));
    }
}
