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

    /**
     * The first directory format with entries of the protocol itself, such as changes of the ensemble, and with notes
     * (data of the node) in snapshots.
     */
    static final int WITH_MEMBERSHIP = 2;

    /** The first directory format with digests of the content of snapshots. */
    static final int WITH_DIGESTS = 3;

    /** The first directory format with entries that name the slots of the Paxos family to which they belong. */
    static final int WITH_SLOTS = 4;

    /** The first directory format with votes, and with entries whose payload is a part of a vote. */
    static final int WITH_VOTES = 5;

    /**
     * The first directory format with sealed records, whose checksums depend on their places. The checksum of a sealed
     * record is wrong at any place in the log except the place for which the record was written.
     */
    static final int WITH_SEALS = 6;

    static final int NEWEST = WITH_SEALS;

    private final Directory dir;
    private Identity identity;

    /** @param identity content of the identity file of the data directory */
    DirectoryFormat(Directory dir, Identity identity) {
        this.dir = dir;
        this.identity = identity;
    }

    synchronized int version() {
        return identity.format();
    }

    /**
     * Raises the format of an existing directory to the newest format, unless the previous release can still read the
     * directory.
     */
    void open() throws IOException {
        if (version() > FIRST) need(NEWEST);
    }

    /**
     * Raises the format of the data directory to at least {@code format}. The storage calls this method before it
     * writes data that needs at least {@code format}.
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

    /** Returns the error text for a file of an unknown format. */
    static String unknown(int found) {
        return "format: expected "
                + FIRST
                + " to "
                + NEWEST
                + ", found "
                + found
                + later(found, NEWEST);
    }

    /**
     * Returns the part of an error text that asks the operator whether a later release wrote the file. This part of the
     * error text is empty if {@code found} is not newer than the newest known format.
     */
    static String later(int found, int newest) {
        return found > newest ? "; was it written by a later release?" : "";
    }
}
