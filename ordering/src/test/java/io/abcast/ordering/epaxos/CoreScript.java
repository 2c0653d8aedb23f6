package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an ensemble of simulated EPaxos members for a test that delivers messages one by one. A message that the test
 * does not deliver stays in flight until {@link #settle}.
 */
final class CoreScript implements CoreWorld {
    private record Letter(int from, int to, EpaxosMessage message) {}

    private static final int ROUNDS_MAX = 500;
    private static final long RETRY = 10;

    private final Membership members;
    private final CoreChecker checker = new CoreChecker(Schedule::keys);
    private final List<ScheduledMember> all = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private int unsynced;
    private long now = 1;
    private long requests;

    CoreScript(int n) {
        int[] ids = new int[n];
        for (int i = 0; i < n; i++) ids[i] = i + 1;
        members = Membership.of(ids, new int[0]);
        for (int id : ids) all.add(new ScheduledMember(this, id));
    }

    ScheduledMember member(int id) {
        return all.get(id - 1);
    }

    InstanceId open(int member) {
        Request request =
                Request.of(
                        member,
                        new Incarnation(member, 1),
                        ++requests,
                        List.of(),
                        new byte[] {1, 0});
        member(member).open(new RequestBatch(List.of(request)));
        sync(member);
        return new InstanceId(member, member(member).core().table().highest(member - 1));
    }

    void holdBack(int member) {
        unsynced |= 1 << member;
    }

    private void sync(int member) {
        if ((unsynced >> member & 1) == 0) member(member).sync(member(member).written());
    }

    int deliver(Class<?> kind, InstanceId id, int from, int to) {
        List<Letter> due = new ArrayList<>();
        for (Letter each : letters)
            if (each.from == from
                    && each.to == to
                    && kind.isInstance(each.message)
                    && each.message instanceof EpaxosMessage.OfInstance m
                    && m.id().equals(id)) due.add(each);
        letters.removeAll(due);
        for (Letter each : due) hand(each);
        return due.size();
    }

    void deliverTwice(Class<?> kind, InstanceId id, int from, int to) {
        List<Letter> before = List.copyOf(letters);
        deliver(kind, id, from, to);
        for (Letter each : before) if (!letters.contains(each)) letters.add(each);
    }

    private void hand(Letter letter) {
        if (!member(letter.to).isUp()) return;
        member(letter.to).receive(letter.from, letter.message);
        sync(letter.to);
    }

    void ask(Class<?> question, Class<?> answer, InstanceId id, int from, int... to) {
        for (int each : to) deliver(question, id, from, each);
        for (int each : to) deliver(answer, id, each, from);
    }

    void recover(int member, InstanceId id) {
        ScheduledMember its = member(member);
        its.suspect((1 << members.size()) - 1 & ~(1 << (member - 1)));
        its.core().urge(id);
        its.tick();
        its.suspect(0);
        sync(member);
    }

    void recover(int member, InstanceId id, int... others) {
        recover(member, id);
        ask(EpaxosMessage.Recover.class, EpaxosMessage.RecoverOk.class, id, member, others);
    }

    void validate(int member, InstanceId id, int... others) {
        ask(EpaxosMessage.Validate.class, EpaxosMessage.ValidateOk.class, id, member, others);
    }

    void accept(int member, InstanceId id, int... others) {
        ask(EpaxosMessage.Accept.class, EpaxosMessage.AcceptOk.class, id, member, others);
    }

    void crash(int member) {
        member(member).crash();
    }

    void restart(int member) {
        unsynced &= ~(1 << member);
        member(member).restart();
        sync(member);
    }

    EpaxosInstance at(int member, InstanceId id) {
        return member(member).core().table().get(id);
    }

    void settle() {
        unsynced = 0;
        for (ScheduledMember each : all) {
            if (!each.isUp()) each.restart();
            each.suspect(0);
        }
        for (int round = 0; round < ROUNDS_MAX && checker.violation() == null; round++) {
            now += RETRY;
            for (ScheduledMember each : all) {
                sync(each.id());
                each.tick();
            }
            while (!letters.isEmpty() && checker.violation() == null) hand(letters.remove(0));
            boolean[] open = {false};
            for (ScheduledMember each : all)
                each.core().table().forEach(instance -> open[0] |= !instance.isCommitted());
            if (!open[0]) return;
        }
        checker.violated("Progress");
    }

    @Override
    public EpaxosQuorums quorums() {
        return EpaxosQuorums.of(members.size());
    }

    @Override
    public Membership members() {
        return members;
    }

    @Override
    public CoreChecker checker() {
        return checker;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public long random(long bound) {
        return bound / 2;
    }

    @Override
    public long retry() {
        return RETRY;
    }

    @Override
    public long roundTrip() {
        return 0;
    }

    @Override
    public void send(int from, int to, EpaxosMessage message) {
        letters.add(new Letter(from, to, message));
    }

    @Override
    public void fetch(int from, int to, InstanceId id) {
        member(from).install(List.copyOf(member(to).execution().order()));
    }
}
