package io.abcast.papers.cooper;

/**
 * Speed at which a processor codes blocks of Cooper.
 *
 * @param title name of this coding cost in tables
 * @param encodeBytesPerSecond rate of multiply-adds in the Galois field during encoding, in bytes per second
 * @param decodeBytesPerSecond rate of multiply-adds during the decoding at the end of a coding batch, in bytes per
 *     second; if infinite, decoding takes no time
 */
record CodingCost(String title, double encodeBytesPerSecond, double decodeBytesPerSecond) {
    private static final double MEGA = 1e6;

    /**
     * In Liu 2015, encoding a block from k blocks takes as long as sending the block at link rate W. Decoding takes no
     * time here: Liu 2015 says only "the decoding time will be relatively short" (section 5.1).
     */
    static CodingCost thesis(int balancedBlocks, double linkBytesPerSecond) {
        return new CodingCost(
                "thesis's encoder", balancedBlocks * linkBytesPerSecond, Double.POSITIVE_INFINITY);
    }

    static CodingCost host(double bytesPerSecond) {
        return new CodingCost("this host", bytesPerSecond, bytesPerSecond);
    }

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
