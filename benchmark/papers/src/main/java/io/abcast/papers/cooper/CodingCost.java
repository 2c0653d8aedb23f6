package io.abcast.papers.cooper;

/**
 * CPU cost of coding.
 *
 * @param title name of this cost in tables
 * @param encodeBytesPerSecond rate of multiply-adds when encoding, in bytes per second
 * @param decodeBytesPerSecond rate of multiply-adds when decoding at the end, in bytes per second; infinite: decoding
 *     takes no time
 */
record CodingCost(String title, double encodeBytesPerSecond, double decodeBytesPerSecond) {
    private static final double MEGA = 1e6;

    /**
     * The thesis's encoder, derived from its text. To encode a block from k blocks takes as long as to send the block
     * at rate W. So the encoder multiplies and adds k W bytes per second. Decoding takes no time here: the text says
     * only "the decoding time will be relatively short" (section 5.1), and at the rate of the encoder, decoding would
     * take as long as the whole transfer.
     */
    static CodingCost thesis(int balancedBlocks, double linkBytesPerSecond) {
        return new CodingCost(
                "thesis's encoder", balancedBlocks * linkBytesPerSecond, Double.POSITIVE_INFINITY);
    }

    /** The encoder and decoder of a host, with the measured rate of multiply-adds of its fastest coding kernel. */
    static CodingCost host(double bytesPerSecond) {
        return new CodingCost("this host", bytesPerSecond, bytesPerSecond);
    }

    /** Coding that takes no time. */
    static CodingCost none() {
        return new CodingCost("nothing", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    long encodeNanos(double products, double blockBytes) {
        return nanos(products * blockBytes / encodeBytesPerSecond);
    }

    long decodeNanos(double products, double blockBytes) {
        return nanos(products * blockBytes / decodeBytesPerSecond);
    }

    private static long nanos(double seconds) {
        return Math.max(1, (long) (seconds * 1e9));
    }

    @Override
    public String toString() {
        return Double.isInfinite(encodeBytesPerSecond)
                ? title
                : title + " at " + Math.round(encodeBytesPerSecond / MEGA) + " MB/s";
    }
}
