package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;

/**
 * The guard of protocols that trust JGroups to authenticate senders: adds no proof to frames, and accepts every frame.
 */
final class Unguarded implements FrameGuard {
    private static final AbcastHeader FRAME = new AbcastHeader(AbcastHeader.FRAME);
    private static final AbcastHeader HELLO = new AbcastHeader(AbcastHeader.HELLO);

    @Override
    public int bytes() {
        return 0;
    }

    @Override
    public AbcastHeader frameHeader() {
        return FRAME;
    }

    @Override
    public AbcastHeader helloHeader() {
        return HELLO;
    }

    @Override
    public void seal(Address to, WireWriter frame) {}

    @Override
    public WirePieces seal(Address to, WirePieces frame) {
        return frame;
    }

    @Override
    public byte[] seal(Address to, Hello hello) {
        return hello.encode();
    }

    @Override
    public int check(Address from, byte[] array, int offset, int length) {
        return 0;
    }

    @Override
    public int check(Address from, WirePieces frame) {
        return 0;
    }

    @Override
    public RefusedFrameException refusal(Address from, String why) {
        return new RefusedFrameException(why);
    }

    @Override
    public Object hello(WireReader in) {
        return Hello.decode(in);
    }

    @Override
    public void onView(List<Address> view) {}

    @Override
    public Verdict admit(Address from, SealedHello hello, long nowNanos) {
        throw new IllegalStateException("expected no sealed hello without keys");
    }

    @Override
    public Map<Integer, Long> refused() {
        return Map.of();
    }
}
