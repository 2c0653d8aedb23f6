package io.abcast.log;

import java.io.IOException;

/**
 * The format of a member's data directory, as a number from 1 on. A new data directory has the newest format.
 *
 * <p>The previous release creates directories of format 1, and does not support changes of the ensemble. A directory
 * keeps format 1 as long as the previous release can read all its files, so that a downgrade remains possible. Before
 * the storage first writes data that the previous release cannot read, it durably raises the format of the directory to
 * the newest one. The previous release cannot read votes, entries with slots, changes of the ensemble, or snapshots
 * with a note (data of the node) or a digest. If a directory has a format above 1 that is not the newest one, the
 * storage raises this format when it opens the directory.
 *
 * <p>The identity file names the format of the directory, and every release reads the identity file first. Each segment
 * and each snapshot names its own format, which never changes.
 *
 * <pre>
 * format  segments          snapshots         identity, state
 * 1       entries of applications            header, content
 * 2       and of the protocol, see Records   and a trailer with the note, see SnapshotLayout
 * 3       as 2                               and the digest of the content in the trailer
 * 4       and slots of entries, see Records  as 3
 * 5       votes and references, see Records  as 3
 * 6       records sealed to their places     as 3
 * </pre>
 *
 * <p><b>Thread rule:</b> any thread may call all methods; {@link #need} blocks while it raises the format.
 */
final class DirectoryFormat {
    static final int FIRST = 1;

    static final int WITH_MEMBERSHIP = 2;

    static final int WITH_DIGESTS = 3;

    static final int WITH_SLOTS = 4;

    static final int WITH_VOTES = 5;

    static final int WITH_SEALS = 6;

    static final int NEWEST = WITH_SEALS;

    private final Directory dir;
    private Identity identity;

    DirectoryFormat(Directory dir, Identity identity) {
        this.dir = dir;
        this.identity = identity;
    }

    synchronized int version() {
        return identity.format();
    }

    void open() throws IOException {
        if (version() > FIRST) need(NEWEST);
    }

    /**
     * Raises the format of the data directory to at least {@code format}; called before the storage writes data of this
     * format.
     */
    synchronized void need(int format) throws IOException {
        if (identity.format() >= format) return;
        Identity raised = identity.inFormat(NEWEST);
        raised.write(dir);
        identity = raised;
    }

    static boolean isKnown(int version) {
        return version >= FIRST && version <= NEWEST;
    }

    static String unknown(int found) {
        return "format: expected "
                + FIRST
                + " to "
                + NEWEST
                + ", found "
                + found
                + later(found, NEWEST);
    }

    static String later(int found, int newest) {
        return found > newest ? "; was it written by a later release?" : "";
    }
}
