package io.abcast.jgroups.forest;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.security.SecureRandom;

/**
 * A secret of 128 bits that a member gives to one other member through the JGroups stack. The member that opens a frame
 * connection must show the token that the member at the other end has given. Therefore only a member of the group can
 * open a frame connection, and no member can pose as another one.
 */
record FrameToken(long high, long low) {
    private static final SecureRandom RANDOM = new SecureRandom();

    static FrameToken random() {
        return new FrameToken(RANDOM.nextLong(), RANDOM.nextLong());
    }

    static FrameToken read(WireReader in) {
        return new FrameToken(in.i64(), in.i64());
    }

    WireWriter write(WireWriter out) {
        return out.i64(high).i64(low);
    }

    /** Does not contain the token, because the token is a secret. */
    @Override
    public String toString() {
        return "token";
    }
}
