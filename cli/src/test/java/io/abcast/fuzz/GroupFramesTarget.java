package io.abcast.fuzz;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Fuzz target for the frames between members, in every version of the wire format. */
final class GroupFramesTarget implements Target {
    private static final Path FRAMES =
            Path.of("..", "zab-core", "src", "test", "resources", "io", "abcast", "zab");

    @Override
    public String name() {
        return "group-frames";
    }

    @Override
    public List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(FRAMES, "version-*-frames.hex")) {
            for (Path file : files)
                for (String line : Files.readAllLines(file))
                    if (!line.startsWith("#") && !line.isBlank())
                        seeds.add(
                                HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1)));
        }
        if (seeds.isEmpty()) throw new IOException(FRAMES + ": no frames");
        return seeds;
    }

    @Override
    public boolean accepts(byte[] input) {
        ZabMessage message;
        try {
            message = ZabCodec.INSTANCE.decode(new WireReader(input));
        } catch (MalformedFrameException e) {
            return false;
        }
        int version = input[0];
        byte[] once = encode(message, version);
        byte[] twice = encode(ZabCodec.INSTANCE.decode(new WireReader(once)), version);
        if (!Arrays.equals(once, twice)) throw new AssertionError("not stable: " + message);
        // The stated size must not be too small, because send windows and buffers count this size.
        if (message.wireBytes() < once.length - 32)
            throw new AssertionError(
                    message + ": states " + message.wireBytes() + " bytes, takes " + once.length);
        return true;
    }

    private static byte[] encode(ZabMessage message, int version) {
        WireWriter out = new WireWriter(64);
        ZabCodec.INSTANCE.encode(message, version, out);
        return out.toByteArray();
    }
}
