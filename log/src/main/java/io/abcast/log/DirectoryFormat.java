package io.abcast.log;

import java.io.IOException;

/**
 * The format of a data directory. A new directory has the newest format.
 *
 * <p>The previous release creates directories of format 1, and does not support changes of the membership. A directory
 * keeps format 1 while the previous release can read all of it, so that the member can be downgraded. Before the
 * storage first writes data that the previous release cannot read, it durably raises the format to the newest one. Such
 * data is an entry of the protocol, a snapshot with a note or a digest, an entry with a slot, or a vote. A directory of
 * an intermediate format is raised when it is opened.
 *
 * <p>The identity file names the format of the directory, and every release reads it first. Each segment and each
 * snapshot names its own format, which never changes.
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
 * <p><b>Thread rule:</b> safe from any thread; {@link #need} blocks while it raises the format.
 */
final class DirectoryFormat {
    static final int FIRST = 1;

    /** Format that adds entries of the protocol, and notes. */
    static final int WITH_MEMBERSHIP = 2;

    /** Format that adds digests of snapshots. */
    static final int WITH_DIGESTS = 3;

    /** Format that adds entries which name their slots. */
    static final int WITH_SLOTS = 4;

    /** Format that adds votes, and entries that refer to votes. */
    static final int WITH_VOTES = 5;

    /** Format that adds sealed records: the checksum of such a record is wrong at any other place. */
    static final int WITH_SEALS = 6;

    static final int NEWEST = WITH_SEALS;

    private final Directory dir;
    private Identity identity;

    /** @param identity the identity that the directory contains */
    DirectoryFormat(Directory dir, Identity identity) {
        this.dir = dir;
        this.identity = identity;
    }

    synchronized int version() {
        return identity.format();
    }

    /** Raises the format of a directory that no earlier release can read any more. */
    void open() throws IOException {
        if (version() > FIRST) need(NEWEST);
    }

    /** Raises the directory to at least {@code format}. Called before anything is written in that format. */
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
     * Returns an addition to the error text, which says that the file may come from a later release. Empty if the
     * format is not newer than the newest known format.
     */
    static String later(int found, int newest) {
        return found > newest ? "; was it written by a later release?" : "";
    }
}
