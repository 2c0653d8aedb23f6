package io.abcast.fuzz;

import io.abcast.dissemination.cooper.code.BlockDigest;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipCodec;
import io.abcast.dissemination.cooper.gossip.GossipMessage;
import io.abcast.dissemination.forest.node.ForestCodec;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.omaha.Composite;
import io.abcast.dissemination.omaha.InstanceTimes;
import io.abcast.kernel.Digest;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/** Fuzz targets for the frames of OMAHA, of Cooper's gossip, and of FOREST. */
final class DisseminationTargets {
    private static final GossipCodec GOSSIP = new GossipCodec();
    private static final ForestCodec FOREST = new ForestCodec();

    private DisseminationTargets() {}

    static List<Target> all() {
        return List.of(composite(), times(), gossip(), forest());
    }

    private static Target composite() {
        return CodecTarget.of(
                        "composite",
                        bytes -> Composite.encode(Composite.decode(bytes, 0, bytes.length)),
                        Composite.encode(List.of()),
                        Composite.encode(List.of(new byte[3], new byte[0], new byte[200])))
                .exercising(Composite.class);
    }

    private static Target times() {
        return CodecTarget.of(
                        "instance-times",
                        DisseminationTargets::rewrittenTimes,
                        encoded(InstanceTimes.NONE),
                        encoded(new InstanceTimes(1L << 40, 300, Long.MAX_VALUE, 1)))
                .exercising(InstanceTimes.class);
    }

    private static byte[] rewrittenTimes(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        InstanceTimes times = InstanceTimes.read(in);
        in.end();
        return encoded(times);
    }

    private static byte[] encoded(InstanceTimes times) {
        WireWriter out = new WireWriter(16);
        times.write(out);
        return out.toByteArray();
    }

    private static Target gossip() {
        byte[][] blocks = new byte[5][40];
        GossipMessage[] messages = {
            new GossipMessage.Offer(Long.MAX_VALUE, 65_535, 1L << 40, new byte[] {1, 0, 7}),
            new GossipMessage.Answer(7, 3, GossipMessage.Verdict.BUSY, true),
            new GossipMessage.Description(Manifest.of(2, 99, 190, blocks)),
            new GossipMessage.Description(
                    Manifest.ofRows(2, 99, 150, BlockDigest.SHA_512_256, blocks)),
            new GossipMessage.Block(3, 2, 1, new byte[45]),
            new GossipMessage.Status(1, 300, true),
            new GossipMessage.Ended(12),
            new GossipMessage.Free(),
            new GossipMessage.Summary(5, new byte[] {1, 0, 9}),
            new GossipMessage.Opened(new byte[] {0, 3})
        };
        byte[][] seeds = new byte[messages.length][];
        for (int i = 0; i < seeds.length; i++) seeds[i] = encoded(messages[i]);
        return CodecTarget.of(
                        "gossip", bytes -> encoded(GOSSIP.decode(new WireReader(bytes))), seeds)
                .exercising(GossipCodec.class);
    }

    private static byte[] encoded(GossipMessage message) {
        WireWriter out = new WireWriter(64);
        GOSSIP.encode(message, GOSSIP.versionMax(), out);
        return out.toByteArray();
    }

    private static Target forest() {
        Digest digest = new Digest(1, 2, 3, 4);
        ForestMessage[] messages = {
            new ForestMessage.Frame(3, 1L << 40, 9, 2, true, digest, 5, 0, digest, new byte[5]),
            new ForestMessage.Frame(0, 1, 300, 300, false, digest, 900, 4, digest, new byte[40]),
            new ForestMessage.Held(7, 100, new long[] {102, 105, 300, 300}),
            new ForestMessage.RelayFull(7, 100, 0b10110),
            new ForestMessage.RelayRoom(),
            new ForestMessage.Fetch(digest),
            new ForestMessage.Missing(digest),
            new ForestMessage.PlanMessage(
                    2,
                    70_000,
                    new int[] {0, 2, 62},
                    new double[] {1, 0, 2.5},
                    new double[][] {{1, 0, 0}, {0, 0, 0}, {0.5, 2, 0}}),
            new ForestMessage.Report(
                    1, false, 2, true, 3, 0b100, 0b110, 0, 5e6, 0b101, new long[] {7, 1L << 33}),
            new ForestMessage.Echo(-5, true)
        };
        byte[][] seeds = new byte[messages.length][];
        for (int i = 0; i < seeds.length; i++) seeds[i] = encoded(messages[i]);
        return CodecTarget.of(
                        "forest", bytes -> encoded(FOREST.decode(new WireReader(bytes))), seeds)
                .exercising(ForestCodec.class);
    }

    private static byte[] encoded(ForestMessage message) {
        WireWriter out = new WireWriter(64);
        FOREST.encode(message, out);
        return out.toByteArray();
    }
}
