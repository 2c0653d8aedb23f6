package io.abcast.zab;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;

/**
 * An ensemble (voters and observers), with the zxid of the change that created it. A {@code Configuration} is
 * immutable.
 *
 * @param zxid the zxid of the change that created the ensemble; {@link Zxid#NONE} for the founding ensemble
 * @param members the ensemble that the change created
 */
record Configuration(long zxid, Membership members) {
    private static final int FORMAT = 1;

    byte[] encode() {
        WireWriter out = new WireWriter(64).u8(FORMAT).i64(zxid);
        Reconfiguration.write(members, out);
        return out.toByteArray();
    }

    static Configuration decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int format = in.u8();
        if (format != FORMAT)
            throw new MalformedFrameException(
                    "configuration: expected format " + FORMAT + ", got " + format);
        long zxid = in.i64();
        if (zxid < 0 || Zxid.counter(zxid) < 0)
            throw new MalformedFrameException(
                    "configuration: expected a zxid, got " + Long.toHexString(zxid));
        Membership members = Reconfiguration.read(in);
        in.end();
        return new Configuration(zxid, members);
    }
}
