package io.abcast.server.figures;

import io.abcast.client.wire.Texts;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * How a server runs its protocol at present.
 *
 * @param protocol of the present epoch, or the server's own; such as ZAB_CT
 * @param zabMode whether it runs as Zab does: acks to the leader alone, and commits from it
 * @param p probability of Head; NaN without a coin, at a leader, and before the first choice
 * @param lambda tosses per second for something new, as measured; NaN if not measured
 * @param delayNanos d, how long a commit takes from the leader, as measured; NaN if not measured
 */
public record PolicyFigures(
        String protocol, boolean zabMode, double p, double lambda, double delayNanos) {
    private static final int PROTOCOL_BYTES_MAX = 64;

    /** Of a server that does not run. */
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
