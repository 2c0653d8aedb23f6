package io.abcast.cast.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TorrentTest {
    @TempDir Path directory;

    @Test
    void oneFileOfThreeBytesIsOnePiece() throws IOException {
        Path file = Files.writeString(directory.resolve("abc"), "abc");
        String torrent = new String(Torrent.of(file, "http://t/a"), StandardCharsets.ISO_8859_1);
        String before =
                "d8:announce10:http://t/a4:infod6:lengthi3e4:name3:abc12:piece lengthi262144e6:pieces20:";
        assertTrue(torrent.startsWith(before), torrent);
        // The expected value in this test is the SHA-1 of "abc", an example of FIPS 180.
        assertEquals(
                "a9993e364706816aba3e25717850c26c9cd0d89d",
                java.util.HexFormat.of()
                        .formatHex(
                                torrent.substring(before.length(), before.length() + 20)
                                        .getBytes(StandardCharsets.ISO_8859_1)));
        assertTrue(torrent.endsWith("ee"));
    }

    @Test
    void thereAreAboutAThousandPieces() {
        assertEquals(256 << 10, Torrent.pieceBytes(64 << 20));
        assertEquals(2 << 20, Torrent.pieceBytes(1 << 30));
        assertEquals(4 << 20, Torrent.pieceBytes(1L << 40));
    }

    @Test
    void laterPeersReceiveEarlierPeers() throws IOException {
        Tracker tracker = new Tracker(false);
        InetAddress first = InetAddress.getByName("10.77.0.1");
        InetAddress second = InetAddress.getByName("10.77.0.2");
        String query = "info_hash=%ff&port=6881&event=started&peer_id=";
        assertArrayEquals(bytes("d8:intervali30e5:peers0:e"), tracker.reply(query + "a%00", first));
        assertArrayEquals(
                bytes("d8:intervali30e5:peers6:\nM\u0000\u0001\u001a\u00e1e"),
                tracker.reply(query + "b", second));
        tracker.reply("peer_id=b&port=6881&event=stopped", second);
        assertArrayEquals(bytes("d8:intervali30e5:peers0:e"), tracker.reply(query + "a%00", first));
    }

    @Test
    void newPeersMayReceiveSeedsFirst() throws IOException {
        Tracker tracker = new Tracker(true);
        InetAddress seed = InetAddress.getByName("10.77.0.1");
        InetAddress other = InetAddress.getByName("10.77.0.2");
        String start = "port=6881&event=started&left=";
        tracker.reply(start + "0&peer_id=seed", seed);
        tracker.reply(start + "9&peer_id=a", other);
        String seedOnly = "d8:intervali30e5:peers6:\nM\u0000\u0001\u001a\u00e1e";
        assertArrayEquals(bytes(seedOnly), tracker.reply(start + "9&peer_id=b", other));
        String both =
                "d8:intervali30e5:peers12:\nM\u0000\u0001\u001a\u00e1\nM\u0000\u0002\u001a\u00e1e";
        assertArrayEquals(bytes(both), tracker.reply("port=6881&left=9&peer_id=b", other));
    }

    @Test
    void anAnnouncementWithoutAPortIsRefused() throws IOException {
        byte[] reply =
                new Tracker(false).reply("peer_id=a&port=x", InetAddress.getLoopbackAddress());
        assertTrue(new String(reply, StandardCharsets.US_ASCII).contains("failure reason"));
    }

    @Test
    void theFileIsTheSameForTheSameSeedAndADifferenceIsFound() throws IOException {
        TestFile one = TestFile.write(directory.resolve("one"), (3 << 20) + 5, 7);
        TestFile two = TestFile.write(directory.resolve("two"), (3 << 20) + 5, 7);
        assertTrue(one.sameAs(two.path()));
        TestFile other = TestFile.write(directory.resolve("three"), (3 << 20) + 5, 8);
        assertFalse(one.sameAs(other.path()));
        TestFile shorter = TestFile.write(directory.resolve("four"), 3 << 20, 7);
        assertFalse(one.sameAs(shorter.path()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
