package io.abcast.sim;

import io.abcast.kernel.Message;

/**
 * A message in flight from one process to another process.
 *
 * @param from address of the sending process
 * @param to address of the receiving process; a later process of the same server never receives the packet
 * @param content message of a node, or hello (first message) of a process
 */
record Packet(int from, int to, Object content, int wireBytes) implements Message {
    @Override
    public String toString() {
        return content.toString();
    }
}
