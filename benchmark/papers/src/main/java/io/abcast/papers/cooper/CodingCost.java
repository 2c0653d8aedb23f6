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
     * The speed of the encoder of Liu 2015 in bytes per second, derived from the text of the thesis. In Liu 2015,
     * encoding a block from k blocks takes as long as sending the block at link rate W. Therefore this encoder
     * multiplies and adds k x W bytes per second. With the returned cost, decoding takes no time: Liu 2015 says only
     * "the decoding time will be relatively short" (section 5.1). At the encoder's rate, decoding would take as long as
     * the transfer of the file.
     */
    static CodingCost thesis(int balancedBlocks, double linkBytesPerSecond) {
        return new CodingCost(
                "thesis's encoder", balancedBlocks * linkBytesPerSecond, Double.POSITIVE_INFINITY);
    }

    /** The coding cost of a host, from the measured rate of multiply-adds of its fastest coding kernel. */
    static CodingCost host(double bytesPerSecond) {
        return new CodingCost("this host", bytesPerSecond, bytesPerSecond);
    }

    /** Coding cost of a model in which coding takes no time. */
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
