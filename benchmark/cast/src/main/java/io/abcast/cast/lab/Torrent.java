package io.abcast.cast.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/** A torrent file that describes a single file (Cohen 2008, BEP 3). */
final class Torrent {
    /** The usual recommendation for torrents is about a thousand pieces of 256 KiB to 4 MiB each. */
    private static final int PIECES = 1000;

    private static final int PIECE_LEAST = 256 << 10;
    private static final int PIECE_MOST = 4 << 20;

    private Torrent() {}

    static byte[] of(Path file, String tracker) throws IOException {
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        long length;
        int piece;
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            length = in.size();
            piece = pieceBytes(length);
            ByteBuffer buffer = ByteBuffer.allocate(piece);
            MessageDigest sha1 = TestFile.digest("SHA-1");
            for (long at = 0; at < length; at += piece) {
                buffer.clear();
                while (buffer.hasRemaining()) if (in.read(buffer) < 0) break;
                sha1.update(buffer.flip());
                pieces.writeBytes(sha1.digest());
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, "d8:announce" + string(tracker) + "4:infod");
        text(out, "6:lengthi" + length + "e");
        text(out, "4:name" + string(file.getFileName().toString()));
        text(out, "12:piece lengthi" + piece + "e");
        text(out, "6:pieces" + pieces.size() + ":");
        out.writeBytes(pieces.toByteArray());
        text(out, "ee");
        return out.toByteArray();
    }

    static int pieceBytes(long length) {
        int piece = PIECE_LEAST;
        while (piece < PIECE_MOST && length / piece > PIECES) piece *= 2;
        return piece;
    }

    private static String string(String value) {
        return value.getBytes(StandardCharsets.UTF_8).length + ":" + value;
    }

    private static void text(ByteArrayOutputStream out, String value) {
        out.writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }
}
