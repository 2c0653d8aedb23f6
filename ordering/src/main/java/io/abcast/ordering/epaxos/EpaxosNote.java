package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;

/**
 * The note that the storage of a member keeps with a snapshot. The note of a snapshot describes which instances and
 * requests the snapshot contains.
 *
 * @param zxid zxid of the last entry in the snapshot; valid only at the member that took the snapshot
 * @param bytes payload bytes of all entries in the snapshot
 * @param executed the executed instances in the snapshot: the frontier is the executed prefix of each origin, and X has
 *     the executed instances above that prefix
 * @param requests the requests whose effects the snapshot contains
 */
record EpaxosNote(long zxid, long bytes, Dependencies executed, RequestTable requests) {
    private static final int VERSION = 1;

    static EpaxosNote empty(Membership members) {
        return new EpaxosNote(Zxid.NONE, 0, Dependencies.none(members), new RequestTable(members));
    }

    byte[] encode() {
        WireWriter out = new WireWriter(256).u8(VERSION).varint(zxid).varint(bytes);
        executed.write(out);
        requests.write(out);
        return out.toByteArray();
    }

    /**
     * Reads a note that {@link #encode} has written; an empty array gives an empty note.
     *
     * @throws MalformedFrameException if the bytes are not an output of {@link #encode} at a member of this ensemble
     */
    static EpaxosNote decode(byte[] note, Membership members) {
        if (note.length == 0) return empty(members);
        WireReader in = new WireReader(note);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "note: expected version " + VERSION + ", got " + version);
        EpaxosNote read =
                new EpaxosNote(
                        in.varint(),
                        in.varint(),
                        Dependencies.read(in, members),
                        RequestTable.read(in, members));
        in.end();
        return read;
    }

    /**
     * Returns the executed prefixes of the oldest snapshot in the storage if the beginning of the log was removed. If
     * the log is complete, the executed prefixes are empty.
     *
     * @throws MalformedFrameException if the oldest snapshot has a malformed note
     */
    static Prefixes closed(Recovered recovered, Membership members) {
        if (recovered.logAfter() == Zxid.NONE) return Prefixes.none(members);
        boolean held = !recovered.held().isEmpty();
        byte[] oldest = held ? recovered.held().get(0).note() : recovered.note();
        return decode(oldest, members).prefixes();
    }

    /** Returns the executed prefix of each origin: the number up to which the snapshot contains all instances. */
    Prefixes prefixes() {
        return new Prefixes(executed.frontier());
    }
}
