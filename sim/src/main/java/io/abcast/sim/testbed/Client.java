package io.abcast.sim.testbed;

/**
 * A closed-loop client, which sends one request at a time, to one server after another. A {@code Client} object also
 * represents the client's present request and the answer to this request.
 */
final class Client {
    private int next;

    /** Whether the request of the client that is in flight is a write. */
    boolean write;

    Client(int firstServer) {
        next = firstServer;
    }

    int nextServer(int servers) {
        int server = next;
        next = (next + 1) % servers;
        return server;
    }
}
