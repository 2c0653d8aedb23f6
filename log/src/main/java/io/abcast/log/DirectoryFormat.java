package io.abcast.log;

import java.io.IOException;

/**
 * The format of a data directory. A new directory has the newest format.
 *
 * <p>The previous release creates directories of format 1, and does not support changes of the membership. A directory
 * keeps format 1 as long as the previous release can read all its files, so that the member can return to that release.
 * Before the storage first writes data that the previous release cannot read, it durably raises the format to the
 * newest one. Such data is an entry of the protocol, a snapshot with a note or a digest, an entry with a slot, or a
 * vote. If a directory has an intermediate format, the storage raises the format when it opens the directory.
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

    /**
     * The first format with entries of the protocol itself, such as changes of the membership, and with notes of
     * snapshots.
     */
    static final int WITH_MEMBERSHIP = 2;

    /** The first format with digests of the content of snapshots. */
    static final int WITH_DIGESTS = 3;

    /** The first format with entries that name their slots. */
    static final int WITH_SLOTS = 4;

    /** The first format with votes, and with entries that refer to votes. */
    static final int WITH_VOTES = 5;

    /**
     * The first format with sealed records. The checksum of a sealed record is wrong at any other place than the right
     * one.
     */
    static final int WITH_SEALS = 6;

    static final int NEWEST = WITH_SEALS;

    private final Directory dir;
    private Identity identity;

    /** @param identity content of the identity file of the directory */
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
     * Returns a part of an error text, which says that the file may come from a later release. The part is empty if the
     * found format is not newer than the newest known format.
     */
    static String later(int found, int newest) {
        return found > newest ? "; was it written by a later release?" : "";
    }
}
