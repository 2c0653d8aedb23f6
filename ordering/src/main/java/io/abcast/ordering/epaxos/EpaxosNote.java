package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;

/**
 * Description that the storage keeps with a snapshot: which instances and requests the snapshot contains.
 *
 * @param zxid zxid of the last entry in the snapshot; other members may give the entry a different zxid
 * @param bytes sum of the payload bytes of all entries in the snapshot
 * @param executed the instances in the snapshot: its frontier has, for each origin, the number up to which all
 *     instances are executed; X has the executed instances above
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
     * Decodes a note (description of a snapshot) that {@link #encode} has encoded; an empty array stands for a note
     * without instances.
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
     * Returns the instances that are missing in the log because its beginning was removed: by origin, the number up to
     * which the oldest snapshot contains all instances. If the log still has its beginning, the returned set is empty.
     *
     * @throws MalformedFrameException if the oldest snapshot has a malformed note (description)
     */
    static Prefixes closed(Recovered recovered, Membership members) {
        if (recovered.logAfter() == Zxid.NONE) return Prefixes.none(members);
        boolean held = !recovered.held().isEmpty();
        byte[] oldest = held ? recovered.held().get(0).note() : recovered.note();
        return decode(oldest, members).prefixes();
    }

    /** Returns, for each origin, the number up to which the snapshot contains all instances. */
    Prefixes prefixes() {
        return new Prefixes(executed.frontier());
    }
}
