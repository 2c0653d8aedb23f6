package io.abcast.sim.testbed;

/**
 * A closed-loop client, which sends one request at a time, to one server after the other. The object also represents
 * the client's request and its answer.
 */
final class Client {
    private int next;

    /** Whether the request in flight is a write. */
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
