package io.abcast.sim.testbed;

/** A closed-loop client, which sends one request at a time, to the servers in turn. */
final class Client {
    private int next;

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
