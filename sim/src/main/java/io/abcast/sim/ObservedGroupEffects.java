package io.abcast.sim;

import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import java.util.Arrays;

/** Observes the effects that only the node of a group's replica has. */
final class ObservedGroupEffects extends EffectsFilter implements GroupEffects {
    private final Cluster cluster;
    private final SimulatedProcess life;
    private final ObservedEffects observed;
    private final GroupEffects driver;

    ObservedGroupEffects(
            Cluster cluster, SimulatedProcess life, ObservedEffects observed, GroupEffects driver) {
        super(observed);
        this.cluster = cluster;
        this.life = life;
        this.observed = observed;
        this.driver = driver;
    }

    @Override
    public void sendTo(int group, int server, Message message) {
        observed.happens(
                Trace.Effect.SEND_TO_GROUP,
                (long) group << 48 | (long) server << 32 | message.wireBytes());
        if (cluster.tracing())
            cluster.trace(life.rank(), "  => group " + group + " #" + server, message);
        driver.sendTo(group, server, message);
    }

    @Override
    public void deliver(GroupDelivery delivery) {
        observed.happens(Trace.Effect.DELIVER_TO_GROUP, delivery.timestamp().clock());
        if (cluster.tracing())
            cluster.trace(
                    life.rank(),
                    "  deliver " + delivery.seq(),
                    delivery.timestamp(),
                    Arrays.toString(delivery.groups()));
        if (life.installing())
            cluster.breach(
                    life.rank(),
                    "deliver " + delivery.seq() + " while a snapshot is being installed");
        driver.deliver(delivery);
    }

    @Override
    public void readTaken(long read) {
        observed.happens(Trace.Effect.READ_TAKEN, read);
        driver.readTaken(read);
    }

    @Override
    public void answer(long request, GroupAnswers answers) {
        observed.happens(Trace.Effect.ANSWER, request);
        if (cluster.tracing())
            cluster.trace(life.rank(), "  answer", Long.toHexString(request), answers.timestamp());
        driver.answer(request, answers);
    }

    @Override
    public void digestAgreed(long seq, byte[] digest) {
        driver.digestAgreed(seq, digest);
    }

    @Override
    public void freeze() {
        life.seat().machine().frozen();
        driver.freeze();
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] state) {
        observed.happens(Trace.Effect.TAKE_SNAPSHOT, zxid);
        if (cluster.tracing())
            cluster.trace(life.rank(), "  takeSnapshot", Trace.zxid(zxid), state);
        if (life.installing())
            cluster.breach(life.rank(), "takeSnapshot while a snapshot is being installed");
        long seq = life.seat().machine().takeSnapshotSeq();
        cluster.around().takesSnapshot(life.id(), zxid, seq, state);
        driver.takeSnapshot(zxid, note, digested, state);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        driver.takeSnapshot(zxid, note, digested);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        observed.happens(Trace.Effect.DELIVER, entry.zxid());
        driver.deliver(entry, mine);
    }

    @Override
    public void refuse(long request, Refusal why) {
        observed.happens(Trace.Effect.REFUSE, request);
        if (cluster.tracing())
            cluster.trace(life.rank(), "  refuse", Long.toHexString(request), why);
        driver.refuse(request, why);
    }

    @Override
    public void report(String line) {
        cluster.around().reported(life.id(), line);
        super.report(line);
    }
}
