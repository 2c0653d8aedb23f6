package io.abcast.papers;

import io.abcast.sim.testbed.TestbedLoad;

/**
 * One experiment of the evaluation of EL-Sanosi 2018 (sections 5.1.1, 5.2.1, 5.3.1).
 *
 * @param waiting whether each client waits 25 to 75 ms between an answer and its next request; if false, clients do not
 *     wait
 */
record ThesisExperiment(
        ThesisProtocol protocol, int servers, int clients, int writePercent, boolean waiting) {
    static final int CLIENTS = 250;
    private static final int CLIENT_MACHINES = 10;
    private static final int PAYLOAD_BYTES = 1_024;
    private static final long WAIT_NANOS_MIN = 25_000_000;
    private static final long WAIT_NANOS_MAX = 75_000_000;

    ThesisExperiment with(ThesisProtocol other) {
        return new ThesisExperiment(other, servers, clients, writePercent, waiting);
    }

    /**
     * Its lambda (acks per second) is the bound theta here (EL-Sanosi 2018, appendix D); {@code null} if no other
     * experiment is needed.
     */
    ThesisExperiment thetaOf() {
        return protocol.coin == ThesisProtocol.Coin.U_OF_FIXED_THETA
                ? new ThesisExperiment(ThesisProtocol.ZAB, servers, clients, 100, waiting)
                : null;
    }

    TestbedLoad load() {
        return new TestbedLoad(
                clients,
                CLIENT_MACHINES,
                writePercent,
                PAYLOAD_BYTES,
                waiting ? WAIT_NANOS_MIN : 0,
                waiting ? WAIT_NANOS_MAX : 0);
    }

    @Override
    public String toString() {
        return protocol.title
                + ", N = "
                + servers
                + ", "
                + clients
                + " clients, WR = "
                + writePercent
                + (waiting ? ", wait 25-75 ms" : "");
    }
}
