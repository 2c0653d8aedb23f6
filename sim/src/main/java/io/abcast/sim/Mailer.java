package io.abcast.sim;

import io.abcast.driver.Hello;
import io.abcast.driver.Transport;
import io.abcast.kernel.Hold;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.sim.liar.Lie;

/**
 * Passes each message of one process to the simulated network at once, and charges the CPU time of sending to the
 * process.
 */
final class Mailer implements Transport<Integer> {
    private final Cluster cluster;
    private final SimulatedProcess life;
    private final int wireVersion;

    /**
     * Number of messages that the driver has sent, or has dropped because the driver knew no address of the receiver.
     */
    private long handled;

    Mailer(Cluster cluster, SimulatedProcess life, int wireVersion) {
        this.wireVersion = wireVersion;
        this.cluster = cluster;
        this.life = life;
    }

    long handled() {
        return handled;
    }

    @Override
    public void send(Integer to, int server, int receiverMax, Message message, Hold hold) {
        handled++;
        Message passed = cluster.encoded(life.rank(), message, Math.min(wireVersion, receiverMax));
        if (passed == null) return;
        post(to, passed);
    }

    void lie(int server, Lie lie) {
        Integer to = life.neighbours().addressOf(server);
        Message passed = cluster.encoded(life.rank(), lie);
        if (passed == null || to == null) return;
        post(to, passed);
    }

    private void post(int to, Message message) {
        long departs = life.works(cluster.cpuNanos(message));
        Packet packet = new Packet(life.address(), to, message, message.wireBytes());
        cluster.network().send(life.rank(), cluster.rankAt(to), packet, departs);
    }

    @Override
    public void say(Integer to, Hello hello) {
        byte[] frame = hello.encode();
        Hello passed;
        try {
            passed = Hello.decode(new WireReader(frame));
        } catch (MalformedFrameException e) {
            cluster.breach(life.rank(), hello + ": its own frame does not decode: " + e);
            return;
        }
        cluster.trace(life.rank(), "  -> @" + to, hello);
        Packet packet = new Packet(life.address(), to, passed, frame.length);
        int rank = cluster.rankAt(to);
        cluster.network().send(life.rank(), rank, packet, life.works(0));
    }

    @Override
    public void onUnaddressed(int server) {
        handled++;
        cluster.trace(life.rank(), "  no address of", server);
        cluster.coverage().saw(CommonGoal.MESSAGES_WITHOUT_AN_ADDRESS, 1);
    }

    @Override
    public void warn(Integer about, String what) {
        cluster.trace(life.rank(), "  warns", what);
    }
}
