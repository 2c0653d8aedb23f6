package io.abcast.sim;

import io.abcast.kernel.Message;

/**
 * A message on its way from one process to another.
 *
 * @param from address of the process that has sent it
 * @param to address of the process that is to have it; a later process of the same server never gets it
 * @param content a message of a node, or a hello
 */
record Packet(int from, int to, Object content, int wireBytes) implements Message {
    @Override
    public String toString() {
        return content.toString();
    }
}
