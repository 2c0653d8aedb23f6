package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;

/**
 * Proves to receivers which member has sent a frame, and checks that proof of received frames. {@link #NONE} proves nothing: then
 * the sender of a frame is the server whose hello came from the same address.
 *
 * <p><b>Thread rule:</b> {@code seal} and {@link #admit} are called by the event loop; the rest by any thread.
 */
public interface FrameGuard {
    /** GroupFrames and hellos travel as they are. */
    FrameGuard NONE = new Unguarded();

    /**
     * A message whose sender is proven.
     *
     * @param id server id of the sender
     * @param message as decoded
     */
    record Proven(int id, Object message) {}

    /** The result of checking a hello. */
    enum Verdict {
        /** The sender is the server that the hello names, and it runs now. */
        PROVEN,
        /** That server has signed it, maybe in an earlier run: answer, so that the sender can prove that it runs. */
        ASK,
        /** A repeated hello, or one of many that need an answer. */
        IGNORED,
        /** The sender has no such key; counted. */
        REFUSED
    }

    /** Takes the place of a frame from an address with which no keys are agreed. */
    Object UNKNOWN_SENDER =
            new Object() {
                @Override
                public String toString() {
                    return "frame of an unknown sender";
                }
            };

    /** Bytes that {@link #seal(Address, WireWriter)} appends to a frame. */
    int bytes();

    /** The header of frames. */
    AbcastHeader frameHeader();

    /** The header of hellos. */
    AbcastHeader helloHeader();

    /** Appends the proof to a frame. @throws IllegalArgumentException if no keys are agreed with the receiver */
    void seal(Address to, WireWriter frame);

    /** The frame with its proof. @throws IllegalArgumentException if no keys are agreed with the receiver */
    WirePieces seal(Address to, WirePieces frame);

    /** A hello as it travels. */
    byte[] seal(Address to, Hello hello);

    /**
     * Checks the proof of a frame.
     *
     * @return the server id of its sender; 0 if this guard proves nothing; -1 if no keys are agreed with that address
     * @throws RefusedFrameException if the proof is invalid; counted
     */
    int check(Address from, byte[] array, int offset, int length);

    /** The same for a frame in pieces. */
    int check(Address from, WirePieces frame);

    /** Counts a message without a proof. @return what the caller throws */
    RefusedFrameException refusal(Address from, String why);

    /** Parses a hello: a {@link Hello}, or a {@link SealedHello} for {@link #admit}. */
    Object hello(WireReader in);

    /** A view was installed. */
    void onView(List<Address> view);

    /** Checks a hello with a proof. */
    Verdict admit(Address from, SealedHello hello, long nowNanos);

    /** GroupFrames and hellos refused, by the server id that their senders have claimed, 0 without one; empty if none. */
    Map<Integer, Long> refused();
}
