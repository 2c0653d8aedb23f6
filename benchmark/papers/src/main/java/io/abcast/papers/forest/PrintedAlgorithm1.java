package io.abcast.papers.forest;

/**
 * Algorithm 1 of Tan 2019 exactly as the thesis prints it, including its two errors. Error 1, in line 10: the algorithm
 * lowers the remaining uplink capacity of source i in place of relay j. Error 2, in line 12: the algorithm compares a
 * remainder with 0, although the remainder has rounding errors.
 */
final class PrintedAlgorithm1 {
    private PrintedAlgorithm1() {}

    static double[][] rates(double[] uplink, double[] rates) {
        int n = rates.length;
        double[][] r = new double[n][n];
        double[] residual = new double[n];
        for (int i = 0; i < n; i++) residual[i] = uplink[i] - rates[i];
        for (int i = 0; i < n; i++) {
            double rest = rates[i];
            for (int j = 0; j < n; j++) {
                r[i][j] = (n - 2) * rest > residual[j] ? residual[j] / (n - 2) : rest;
                residual[i] -= (n - 2) * r[i][j];
                rest -= r[i][j];
                if (rest == 0) break;
            }
        }
        return r;
    }
}
