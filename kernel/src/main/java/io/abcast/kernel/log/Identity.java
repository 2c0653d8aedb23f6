package io.abcast.kernel.log;

import io.abcast.kernel.Membership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Whose data directory it is, as three lines of text. Votes, epochs and quorums are meaningless under another id or among
 * other members, so a directory is never opened for them.
 */
record Identity(int serverId, Membership members) {
    private static final String TITLE = "abcast data directory, format 1";
    private static final int BYTES_MAX = 4096;

    static Identity read(Directory dir) throws IOException {
        String text;
        try (Directory.DataFile file = dir.openToRead(FileNames.IDENTITY)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(BYTES_MAX, file.size()));
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
                // until it is read
            }
            text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
        String[] lines = text.split("\n", -1);
        if (lines.length != 4
                || !lines[0].equals(TITLE)
                || !lines[1].startsWith("server=")
                || !lines[2].startsWith("members=")
                || !lines[3].isEmpty())
            throw bad(
                    dir, "expected '" + TITLE + "', server=ID and members=ID,ID,ID on three lines");
        try {
            return new Identity(
                    Integer.parseInt(lines[1].substring("server=".length())),
                    Membership.parse(lines[2].substring("members=".length())));
        } catch (IllegalArgumentException e) {
            throw bad(dir, e.getMessage());
        }
    }

    void write(Directory dir) throws IOException {
        String temporary = FileNames.IDENTITY + FileNames.TEMPORARY_SUFFIX;
        try (Directory.DataFile file = dir.create(temporary)) {
            file.write(ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8)), 0);
            file.force(true);
        }
        dir.rename(temporary, FileNames.IDENTITY);
        dir.sync();
    }

    private String text() {
        return TITLE + "\nserver=" + serverId + "\nmembers=" + members + "\n";
    }

    private static CorruptLogException bad(Directory dir, String what) {
        return new CorruptLogException(dir.path().resolve(FileNames.IDENTITY), 0, what);
    }

    @Override
    public String toString() {
        return "server " + serverId + " of members " + members;
    }
}
