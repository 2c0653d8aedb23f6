package io.abcast.ordering.fbp;

import io.abcast.kernel.WireWriter;
import java.util.function.LongSupplier;

/**
 * Signs claims and reports for one founding of the ensemble: the signed content contains the era, a random number that
 * names the founding. So a lying member cannot replay claims of an earlier ensemble whose members had the same keys.
 */
public final class EraSigner {
    private final Signer signer;
    private final LongSupplier era;

    /**
     * Creates a signer for the present founding of the ensemble.
     *
     * @param era returns the era (founding number) of the member's present ensemble
     */
    public EraSigner(Signer signer, LongSupplier era) {
        this.signer = signer;
        this.era = era;
    }

    byte[] sign(byte[] content) {
        return signer.sign(inEra(content));
    }

    boolean verify(int member, byte[] content, byte[] signature) {
        return signer.verify(member, inEra(content), signature);
    }

    private byte[] inEra(byte[] content) {
        return new WireWriter(Long.BYTES + content.length)
                .i64(era.getAsLong())
                .raw(content)
                .toByteArray();
    }
}
