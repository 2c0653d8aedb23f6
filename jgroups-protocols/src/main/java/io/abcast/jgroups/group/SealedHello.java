package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * A hello with a proof of its sender: a signed {@link Introduction} and a MAC (message authentication code).
 *
 * @param introduction introduction of the hello's sender, which names the same server, incarnation and ensemble as the
 *     hello
 * @param sequence sequence number of the hello, higher than the sequence number of the process's previous hello
 * @param hello the hello without the proof of its sender
 * @param content the bytes of the hello that the MAC covers
 * @param mac MAC of the hello, {@link PairKeys#MAC_BYTES} bytes; all 0 before the sender has the receiver's
 *     introduction
 */
public record SealedHello(
        Introduction introduction, long sequence, Hello hello, byte[] content, byte[] mac) {
    private static final int VERSION = 1;
    private static final int HELLO_BYTES_MAX = 2048;

    /** Encodes the bytes that the MAC of a hello covers. */
    public static WireWriter content(Introduction introduction, long sequence, Hello hello) {
        WireWriter out = new WireWriter(512).u8(VERSION);
        introduction.write(out);
        return out.i64(sequence).bytes(hello.encode());
    }

    /**
     * @throws MalformedFrameException if the bytes of the hello are malformed, or if the hello and the introduction
     *     contradict each other
     */
    static SealedHello decode(WireReader in) {
        int contentBytes = in.remaining() - PairKeys.MAC_BYTES;
        if (contentBytes < 1)
            throw new MalformedFrameException("hello: expected a MAC, got too few bytes");
        byte[] content = in.raw(contentBytes);
        byte[] mac = in.raw(PairKeys.MAC_BYTES);
        WireReader fields = new WireReader(content);
        int version = fields.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "signed hello: expected version " + VERSION + ", got " + version);
        Introduction introduction = Introduction.read(fields);
        long sequence = fields.i64();
        Hello hello = Hello.decode(new WireReader(fields.raw(fields.count(HELLO_BYTES_MAX))));
        fields.end();
        if (hello.id() != introduction.id()
                || hello.incarnation() != introduction.incarnation()
                || !hello.group().equals(introduction.group()))
            throw new MalformedFrameException(
                    "hello: expected server %d, incarnation %d of '%s' as signed, got server %d, incarnation %d of '%s'"
                            .formatted(
                                    introduction.id(),
                                    introduction.incarnation(),
                                    introduction.group(),
                                    hello.id(),
                                    hello.incarnation(),
                                    hello.group()));
        return new SealedHello(introduction, sequence, hello, content, mac);
    }

    boolean hasMac() {
        int any = 0;
        for (byte b : mac) any |= b;
        return any != 0;
    }
}
