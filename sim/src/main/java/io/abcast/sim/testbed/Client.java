package io.abcast.sim.testbed;

/** A closed-loop client: one request at a time, to one server after the other. It is its own request and its own answer. */
final class Client {
    private int next;

    /** Whether the request under way is a write. */
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
