package io.abcast.papers.cooper;

/**
 * What coding takes up of a core.
 *
 * @param title in tables
 * @param encodeBytesPerSecond multiply-adds, in bytes
 * @param decodeBytesPerSecond the same in the end; infinite: for nothing
 */
record CodingCost(String title, double encodeBytesPerSecond, double decodeBytesPerSecond) {
    private static final double MEGA = 1e6;

    /**
     * The thesis's encoder, from what its text says: encoding a block of k takes as long as sending it, so that it does k W multiply-adds a
     * second. Decoding is left out: "the decoding time will be relatively short" (section 5.1) is all that the text says of it, and
     * with as many multiply-adds at that rate it would take as long as the whole transfer.
     */
    static CodingCost thesis(int balancedBlocks, double linkBytesPerSecond) {
        return new CodingCost(
                "thesis's encoder", balancedBlocks * linkBytesPerSecond, Double.POSITIVE_INFINITY);
    }

    /** Both at the rate of a host's kernel. */
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
