package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;

/**
 * Names a frame of FOREST uniquely among the frames of all members and incarnations.
 *
 * @param source rank of the member that has cut the frame from its payload
 * @param incarnation number of the source's incarnation
 * @param sequence sequence number of the frame in the source's incarnation
 */
record FrameName(int source, long incarnation, long sequence) {
    static FrameName of(Frame frame) {
        return new FrameName(frame.source(), frame.incarnation(), frame.sequence());
    }
}
