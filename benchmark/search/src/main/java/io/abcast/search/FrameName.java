package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;

/**
 * Names a frame of FOREST among the frames of all members and incarnations.
 *
 * @param source rank of the member that has cut the frame
 * @param incarnation incarnation of that member
 * @param sequence sequence number of the frame in this incarnation
 */
record FrameName(int source, long incarnation, long sequence) {
    static FrameName of(Frame frame) {
        return new FrameName(frame.source(), frame.incarnation(), frame.sequence());
    }
}
