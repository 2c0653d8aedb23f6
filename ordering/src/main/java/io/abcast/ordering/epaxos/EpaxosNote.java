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
 * @param executed the instances in the snapshot: its frontier has, for each origin, the number up to which all
 *     instances are executed; X has the executed instances above
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

    /** Decodes an encoded note (description of a snapshot); an empty array stands for a note without instances. */
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

    static Prefixes closed(Recovered recovered, Membership members) {
        if (recovered.logAfter() == Zxid.NONE) return Prefixes.none(members);
        boolean held = !recovered.held().isEmpty();
        byte[] oldest = held ? recovered.held().get(0).note() : recovered.note();
        return decode(oldest, members).prefixes();
    }

    Prefixes prefixes() {
        return new Prefixes(executed.frontier());
    }
}
