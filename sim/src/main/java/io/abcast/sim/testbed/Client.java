package io.abcast.sim.testbed;

/**
 * A closed-loop client, which sends one request at a time, to the servers in turn. The object also serves as the
 * message with the client's present request, and as the answer to it.
 */
final class Client {
    private int next;

    /** Whether the client's present request is a write. */
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
