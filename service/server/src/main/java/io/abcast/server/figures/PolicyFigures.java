package io.abcast.server.figures;

import io.abcast.client.wire.Texts;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The present state of a server's protocol, as the server reports it.
 *
 * @param protocol protocol of the present epoch, such as ZAB_CT; while the server has no epoch, the configured protocol
 * @param zabMode whether the ensemble runs in Zab's mode: acks go to the leader only, and commits come from the leader
 * @param p the follower's probability of Head; NaN without a coin (random choice at each ack), at a leader, and before
 *     the first choice of the probability
 * @param lambda measured number of coin tosses per second that the follower could make, one per ack; NaN if not
 *     measured
 * @param delayNanos measured time d in ns that a commit takes from the leader to the follower; NaN if not measured
 */
public record PolicyFigures(
        String protocol, boolean zabMode, double p, double lambda, double delayNanos) {
    private static final int PROTOCOL_BYTES_MAX = 64;

    /** Returns the protocol figures of a server that does not run. */
    public static PolicyFigures none() {
        return new PolicyFigures("", true, Double.NaN, Double.NaN, Double.NaN);
    }

    void write(WireWriter out) {
        out.bytes(Texts.utf8(protocol)).u8(zabMode ? 1 : 0);
        out.i64(Double.doubleToLongBits(p)).i64(Double.doubleToLongBits(lambda));
        out.i64(Double.doubleToLongBits(delayNanos));
    }

    static PolicyFigures read(WireReader in) {
        String protocol = Texts.utf8(in.raw(in.count(PROTOCOL_BYTES_MAX)));
        boolean zabMode = in.u8() != 0;
        double p = Double.longBitsToDouble(in.i64());
        double lambda = Double.longBitsToDouble(in.i64());
        return new PolicyFigures(protocol, zabMode, p, lambda, Double.longBitsToDouble(in.i64()));
    }
}
