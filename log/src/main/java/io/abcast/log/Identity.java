package io.abcast.log;

import io.abcast.kernel.Membership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The owner of a data directory. No other member may open the directory, because votes and epochs are meaningless under
 * another server id or in another ensemble.
 *
 * @param members the ensemble's founders, which identify the ensemble even after its members have changed
 * @param format format of the data directory, see {@link DirectoryFormat}
 */
record Identity(int serverId, Membership members, int format) {
    private static final String TITLE = "abcast data directory, format ";
    private static final int BYTES_MAX = 4096;

    Identity(int serverId, Membership members) {
        this(serverId, members, DirectoryFormat.NEWEST);
    }

    Identity inFormat(int newFormat) {
        return new Identity(serverId, members, newFormat);
    }

    boolean hasSameOwner(Identity other) {
        return serverId == other.serverId && members.equals(other.members);
    }

    static Identity read(Directory dir) throws IOException {
        String text;
        try (Directory.DataFile file = dir.openToRead(FileNames.IDENTITY)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(BYTES_MAX, file.size()));
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
                // Each pass of this loop reads a part of the identity file.
            }
            text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
        String[] lines = text.split("\n", -1);
        int format = format(lines[0]);
        if (format > DirectoryFormat.NEWEST) throw bad(dir, DirectoryFormat.unknown(format));
        if (lines.length != 4
                || format < DirectoryFormat.FIRST
                || !lines[1].startsWith("server=")
                || !lines[2].startsWith("members=")
                || !lines[3].isEmpty())
            throw bad(
                    dir,
                    "expected '"
                            + TITLE
                            + DirectoryFormat.FIRST
                            + "' to "
                            + DirectoryFormat.NEWEST
                            + ", server=ID and members=ID,ID,ID on three lines");
        try {
            return new Identity(
                    Integer.parseInt(lines[1].substring("server=".length())),
                    Membership.parse(lines[2].substring("members=".length())),
                    format);
        } catch (IllegalArgumentException e) {
            throw bad(dir, e.getMessage());
        }
    }

    private static int format(String title) {
        if (!title.startsWith(TITLE)) return 0;
        try {
            return Integer.parseInt(title.substring(TITLE.length()));
        } catch (NumberFormatException e) {
            return 0;
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
        return TITLE + format + "\nserver=" + serverId + "\nmembers=" + members + "\n";
    }

    private static CorruptLogException bad(Directory dir, String what) {
        return new CorruptLogException(dir.path().resolve(FileNames.IDENTITY), 0, what);
    }

    @Override
    public String toString() {
        String owner = "server " + serverId + " of members " + members;
        return format == DirectoryFormat.FIRST ? owner : owner + ", format " + format;
    }
}
