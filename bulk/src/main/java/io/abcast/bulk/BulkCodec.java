package io.abcast.bulk;

import io.abcast.bulk.BulkMessage.Digests;
import io.abcast.bulk.BulkMessage.Files;
import io.abcast.bulk.BulkMessage.Gossip;
import io.abcast.bulk.BulkMessage.Phase;
import io.abcast.bulk.BulkMessage.Progress;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes {@link BulkMessage}s as frames, and decodes them. A frame consists of a version, a type, and the fields of
 * the message's record in the order of their declaration.
 */
final class BulkCodec {
    private static final int VERSION = 1;

    private static final int GOSSIP = 1;
    private static final int FILES = 2;
    private static final int DIGESTS = 3;
    private static final int PROGRESS = 4;

    private static final int DIGEST_BYTES = 32;
    private static final int REASON_BYTES_MAX = 4096;
    private static final int BLOCK_BYTES_MAX = 1 << 26;
    private static final Phase[] PHASES = Phase.values();

    private BulkCodec() {}

    static byte[] encode(BulkMessage message) {
        WireWriter out = new WireWriter(64).u8(VERSION);
        if (message instanceof Gossip m) {
            out.u8(GOSSIP).i32(m.run()).raw(m.frame());
        } else if (message instanceof Files m) {
            Catalog catalog = m.catalog();
            out.u8(FILES).i32(catalog.run()).varint(catalog.source()).i64(catalog.seed());
            out.varint(catalog.k()).varint(catalog.blockBytes()).varint(catalog.files().size());
            for (Catalog.Entry file : catalog.files())
                text(out, file.name()).i64(file.size()).i64(file.modifiedMillis());
        } else if (message instanceof Digests m) {
            out.u8(DIGESTS).i32(m.run()).varint(m.first()).varint(m.digests().length);
            for (byte[] digest : m.digests()) out.raw(digest);
        } else if (message instanceof Progress m) {
            out.u8(PROGRESS).i32(m.run()).u8(m.phase().ordinal()).i64(m.rank());
            text(out.varint(m.digests()), cut(m.reason()));
        }
        return out.toByteArray();
    }

    private static WireWriter text(WireWriter out, String text) {
        return out.bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    static BulkMessage decode(byte[] frame) {
        WireReader in = new WireReader(frame);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        int type = in.u8();
        BulkMessage message =
                switch (type) {
                    case GOSSIP -> new Gossip(in.i32(), in.raw(in.remaining()));
                    case FILES -> new Files(catalog(in));
                    case DIGESTS -> digests(in);
                    case PROGRESS -> progress(in);
                    default ->
                            throw new MalformedFrameException(
                                    "type: expected a known one, got " + type);
                };
        in.end();
        return message;
    }

    private static Catalog catalog(WireReader in) {
        int run = in.i32();
        int source = in.count(Integer.MAX_VALUE);
        long seed = in.i64();
        int k = in.count(Integer.MAX_VALUE);
        int blockBytes = in.count(BLOCK_BYTES_MAX);
        int count = in.count(Catalog.FILES_MAX);
        List<Catalog.Entry> files = new ArrayList<>();
        for (int i = 0; i < count; i++)
            files.add(new Catalog.Entry(text(in, Catalog.NAME_BYTES_MAX), in.i64(), in.i64()));
        try {
            return new Catalog(run, source, seed, k, blockBytes, files);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("catalog: " + e.getMessage());
        }
    }

    private static Digests digests(WireReader in) {
        int run = in.i32();
        int first = in.count(Catalog.FILES_MAX);
        int count = in.count(Catalog.FILES_MAX);
        if ((long) count * DIGEST_BYTES != in.remaining())
            throw new MalformedFrameException(
                    count + " digests: " + in.remaining() + " bytes left");
        byte[][] digests = new byte[count][];
        for (int i = 0; i < count; i++) digests[i] = in.raw(DIGEST_BYTES);
        return new Digests(run, first, digests);
    }

    private static Progress progress(WireReader in) {
        int run = in.i32();
        int phase = in.u8();
        if (phase >= PHASES.length)
            throw new MalformedFrameException("phase: expected a known one, got " + phase);
        long rank = in.i64();
        int digests = in.count(Catalog.FILES_MAX);
        return new Progress(run, PHASES[phase], rank, digests, text(in, REASON_BYTES_MAX));
    }

    private static String text(WireReader in, int bytesMax) {
        byte[] bytes = in.raw(in.count(bytesMax));
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedFrameException("text: expected UTF-8");
        }
    }

    private static String cut(String reason) {
        ByteBuffer bytes = ByteBuffer.allocate(REASON_BYTES_MAX);
        CharBuffer left = CharBuffer.wrap(reason);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(left, bytes, true);
        return reason.substring(0, left.position());
    }
}
