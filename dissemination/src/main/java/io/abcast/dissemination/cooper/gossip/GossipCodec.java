package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.BlockDigest;
import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Answer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Description;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Ended;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Free;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Opened;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Status;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Summary;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Verdict;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** Encodes a gossip message as a version byte, a type byte, and the fields of the message's record in their order. */
public final class GossipCodec implements MessageCodec<GossipMessage> {
    private static final int VERSION = 1;

    private static final int OFFER = 1;
    private static final int ANSWER = 2;
    private static final int DESCRIPTION = 3;
    private static final int BLOCK = 4;
    private static final int STATUS = 5;
    private static final int ENDED = 6;
    private static final int FREE = 7;
    private static final int SUMMARY = 8;
    private static final int OPENED = 9;

    private static final Verdict[] VERDICTS = Verdict.values();
    private static final BlockDigest[] DIGESTS = BlockDigest.values();

    @Override
    public int versionMax() {
        return VERSION;
    }

    @Override
    public void encode(GossipMessage message, int version, WireWriter out) {
        out.u8(version);
        if (message instanceof Offer m) {
            out.u8(OFFER).varint(m.number()).varint(m.batch()).varint(m.round());
            out.bytes(m.coefficients());
        } else if (message instanceof Answer m) {
            out.u8(ANSWER).varint(m.number()).varint(m.batch());
            out.u8(m.verdict().ordinal()).u8(m.manifest() ? 1 : 0);
        } else if (message instanceof Description m) {
            encode(m.manifest(), out.u8(DESCRIPTION));
        } else if (message instanceof Block m) {
            out.u8(BLOCK).varint(m.number()).varint(m.batch()).varint(m.round()).raw(m.row());
        } else if (message instanceof Status m) {
            out.u8(STATUS).varint(m.batch()).varint(m.round()).u8(m.finished() ? 1 : 0);
        } else if (message instanceof Ended m) {
            out.u8(ENDED).varint(m.number());
        } else if (message instanceof Free) {
            out.u8(FREE);
        } else if (message instanceof Summary m) {
            out.u8(SUMMARY).varint(m.round()).bytes(m.finished());
        } else if (message instanceof Opened m) {
            out.u8(OPENED).bytes(m.batches());
        }
    }

    private static void encode(Manifest manifest, WireWriter out) {
        out.varint(manifest.batch()).varint(manifest.startRound());
        out.varint(manifest.blockBytes()).varint(manifest.length());
        out.u8(manifest.digest().ordinal()).varint(manifest.k());
        for (byte[] digest : manifest.digests()) out.raw(digest);
        for (byte[] check : manifest.checks()) out.raw(check);
    }

    @Override
    public GossipMessage decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        int type = in.u8();
        GossipMessage message =
                switch (type) {
                    case OFFER -> new Offer(number(in), batch(in), number(in), coefficients(in));
                    case ANSWER -> new Answer(number(in), batch(in), verdict(in), flag(in));
                    case DESCRIPTION -> new Description(manifest(in));
                    case BLOCK ->
                            new Block(number(in), batch(in), number(in), in.raw(in.remaining()));
                    case STATUS -> new Status(batch(in), number(in), flag(in));
                    case ENDED -> new Ended(number(in));
                    case FREE -> new Free();
                    case SUMMARY -> new Summary(number(in), batches(in));
                    case OPENED -> new Opened(batches(in));
                    default ->
                            throw new MalformedFrameException(
                                    "type: expected a known one, got " + type);
                };
        in.end();
        return message;
    }

    private static Manifest manifest(WireReader in) {
        int batch = batch(in);
        long startRound = number(in);
        int blockBytes = in.count(Manifest.BLOCK_BYTES_MAX);
        long length = number(in);
        BlockDigest digest = digest(in);
        int k = in.count(Manifest.BLOCKS_MAX);
        if ((long) k * (Manifest.DIGEST_BYTES + LinearCheck.BYTES) > in.remaining())
            throw new MalformedFrameException(
                    "manifest of " + k + " blocks: " + in.remaining() + " bytes left");
        byte[][] digests = new byte[k][];
        for (int i = 0; i < k; i++) digests[i] = in.raw(Manifest.DIGEST_BYTES);
        byte[][] checks = new byte[k][];
        for (int i = 0; i < k; i++) checks[i] = in.raw(LinearCheck.BYTES);
        try {
            return new Manifest(batch, startRound, blockBytes, length, digest, digests, checks);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("manifest: " + e.getMessage());
        }
    }

    private static BlockDigest digest(WireReader in) {
        int ordinal = in.u8();
        if (ordinal >= DIGESTS.length)
            throw new MalformedFrameException("digest: expected a known one, got " + ordinal);
        return DIGESTS[ordinal];
    }

    private static byte[] coefficients(WireReader in) {
        return in.raw(in.count(Manifest.BLOCKS_MAX));
    }

    private static byte[] batches(WireReader in) {
        return in.raw(in.count(Batches.BATCHES_MAX / Byte.SIZE));
    }

    private static int batch(WireReader in) {
        return in.count(Batches.BATCHES_MAX - 1);
    }

    private static long number(WireReader in) {
        long number = in.varint();
        if (number < 0)
            throw new MalformedFrameException("number: expected at least 0, got " + number);
        return number;
    }

    private static Verdict verdict(WireReader in) {
        int ordinal = in.u8();
        if (ordinal >= VERDICTS.length)
            throw new MalformedFrameException("verdict: expected a known one, got " + ordinal);
        return VERDICTS[ordinal];
    }

    private static boolean flag(WireReader in) {
        int flag = in.u8();
        if (flag > 1) throw new MalformedFrameException("flag: expected 0 or 1, got " + flag);
        return flag == 1;
    }
}
