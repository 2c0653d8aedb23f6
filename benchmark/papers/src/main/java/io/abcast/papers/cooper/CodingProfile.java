package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.Manifest;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how fast one thread of this host codes blocks of Cooper. A short profile of the host gives its rate of
 * multiply-adds, from which {@link BlockCount} chooses the number k of blocks. Simulated coding sessions of a node give
 * the values of figure 3.1 of Liu 2015. The profile and the simulated sessions code real bytes with the coding classes
 * of a real node.
 */
final class CodingProfile {
    private static final int ROUNDS_AFTER = 9;

    /** Together the 32 blocks of 1 MiB are larger than the processor's caches. */
    private static final int PROFILE_BLOCKS = 32;

    private static final int PROFILE_BYTES = 1 << 20;
    private static final int TRIES = 5;

    record Session(
            int blocks,
            int blockBytes,
            double encodeSeconds,
            double receiveSeconds,
            double decodeSeconds) {
        double seconds() {
            return encodeSeconds + receiveSeconds + decodeSeconds;
        }
    }

    /**
     * The formula T = beta B k^alpha for the computation time of k blocks of B bytes (Liu 2015, chapter 3).
     *
     * @param beta computation time in s for each byte of a block, at k = 1
     */
    record Fit(double alpha, double beta) {
        static Fit of(List<Session> sessions) {
            double n = sessions.size();
            double x = 0;
            double y = 0;
            double xx = 0;
            double xy = 0;
            for (Session session : sessions) {
                double logK = Math.log(session.blocks);
                double logT = Math.log(session.seconds() / session.blockBytes);
                x += logK;
                y += logT;
                xx += logK * logK;
                xy += logK * logT;
            }
            double alpha = (n * xy - x * y) / (n * xx - x * x);
            return new Fit(alpha, Math.exp((y - alpha * x) / n));
        }

        double seconds(double blocks, double blockBytes) {
            return beta * blockBytes * Math.pow(blocks, alpha);
        }

        /** The number k of blocks whose computation takes as long as their transfer (Liu 2015, equation 3.1). */
        double balanced(double bytesPerSecond, int lost) {
            double low = 1;
            double high = 1e9;
            while (high / low > 1.0001) {
                double k = Math.sqrt(low * high);
                if (seconds(k, 1 / k) < (1 + lost / k) / bytesPerSecond) low = k;
                else high = k;
            }
            return low;
        }
    }

    private final FieldKernel kernel = Kernels.fastest(System::nanoTime);

    String kernelName() {
        return kernel.name();
    }

    double bytesPerSecond() {
        byte[][] from = new byte[PROFILE_BLOCKS][PROFILE_BYTES];
        SeededBits bits = new SeededBits(1);
        for (byte[] block : from) bits.nextBytes(block, block.length);
        byte[] factors = new byte[PROFILE_BLOCKS];
        byte[] to = new byte[PROFILE_BYTES];
        double best = 0;
        for (int i = 0; i < TRIES; i++) {
            for (int j = 0; j < factors.length; j++) factors[j] = (byte) bits.nextNonZero();
            long start = System.nanoTime();
            kernel.combine(to, 0, from, 0, to.length, factors, factors.length);
            double took = System.nanoTime() - start;
            best = Math.max(best, (double) PROFILE_BLOCKS * PROFILE_BYTES * 1e9 / took);
        }
        return best;
    }

    double cachedBytesPerSecond() {
        return BlockCount.profile(kernel, System::nanoTime);
    }

    Session session(int blocks, int blockBytes) {
        SeededBits bits = new SeededBits(blocks);
        byte[][] data = new byte[blocks][blockBytes];
        for (byte[] block : data) bits.nextBytes(block, block.length);
        Manifest manifest = Manifest.of(0, 0, (long) blocks * blockBytes, data);
        BatchStore source = BatchStore.of(kernel, manifest, data, 0);
        List<byte[]> arrivals = new ArrayList<>();
        for (int i = 0; i < blocks; i++) arrivals.add(source.recode(bits).run(kernel));
        Session best = null;
        for (int i = 0; i < 2; i++) {
            Session next = session(manifest, source, arrivals, bits);
            if (best == null || next.seconds() < best.seconds()) best = next;
        }
        return best;
    }

    private Session session(
            Manifest manifest, BatchStore source, List<byte[]> arrivals, SeededBits bits) {
        BatchStore store = new BatchStore(kernel, manifest);
        long encode = 0;
        long receive = 0;
        for (byte[] row : arrivals) {
            long start = System.nanoTime();
            store.add(row, 0);
            long received = System.nanoTime();
            store.recode(bits).run(kernel);
            receive += received - start;
            encode += System.nanoTime() - received;
        }
        // Some received blocks depend linearly on earlier blocks by chance, so the node may need a
        // few more than k.
        while (!store.full()) store.add(source.recode(bits).run(kernel), 0);
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS_AFTER; i++) store.recode(bits).run(kernel);
        long encoded = System.nanoTime();
        DecodeJob job = store.decode();
        if (job.run(kernel).bad() >= 0) throw new IllegalStateException("decoded other bytes");
        long decoded = System.nanoTime();
        return new Session(
                manifest.k(),
                manifest.blockBytes(),
                (encode + encoded - start) / 1e9,
                receive / 1e9,
                (decoded - encoded) / 1e9);
    }
}
