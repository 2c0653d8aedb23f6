package io.abcast.uplinks;

import io.abcast.lab.HostProcess;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSpec;
import io.abcast.lab.LinkBytes;
import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.HostProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One run of one system in a new lab (emulated network). Only one thread uses the object of a run. */
final class UplinkRun {
    private static final long SECOND = 1_000_000_000;
    private static final int PORT = 7800;
    private static final long READY_NANOS = 90 * SECOND;
    private static final long LEAD_NANOS = SECOND / 2;
    private static final long END_NANOS = 10 * SECOND;

    private final ForestContest contest;
    private final ForestContest.Turn turn;
    private final Lab lab;
    private final HostCommands commands;
    private final Path directory;
    private final List<HostProcess> hosts = new ArrayList<>();

    UplinkRun(
            ForestContest contest,
            ForestContest.Turn turn,
            Lab lab,
            HostCommands commands,
            Path directory) {
        this.contest = contest;
        this.turn = turn;
        this.lab = lab;
        this.commands = commands;
        this.directory = directory;
    }

    UplinkMeasurement run() throws IOException, InterruptedException {
        UplinkDisturbance disturbance = turn.disturbance();
        double totalBits = SustainableLoad.total(turn.load(), contest.up(), contest.down());
        double[] rates = turn.load().rates(totalBits * turn.offered());
        double[] offered =
                disturbance == UplinkDisturbance.LOAD_MOVES
                        ? turn.load().moved().rates(totalBits * turn.offered())
                        : rates;
        String stack = commands.stack(turn.system());
        if (stack != null) write(HostProgram.STACK, stack);
        for (int host = 0; host < contest.hosts(); host++)
            hosts.add(
                    lab.start(
                            host, turn.system().text(), command(host, rates[host], offered[host])));
        awaitReady();
        long start = System.nanoTime() + LEAD_NANOS;
        write(HostProgram.GO, Long.toString(start));
        sleepUntil(start + contest.warmSeconds() * SECOND);
        LinkBytes before = lab.bytes();
        double[] cpuBefore = cpu();
        int event = disturbance == UplinkDisturbance.NONE ? -1 : contest.eventSecond();
        int victim = disturbance.victim(turn.load());
        double[] up = contest.up().clone();
        if (event >= 0) {
            sleepUntil(start + (contest.warmSeconds() + event) * SECOND);
            if (disturbance.kills()) lab.kill(victim);
            if (disturbance == UplinkDisturbance.UPLINK_HALVED) {
                up[victim] /= 2;
                lab.rate(victim, (long) up[victim], (long) contest.down()[victim]);
            }
        }
        sleepUntil(start + (contest.warmSeconds() + contest.seconds()) * SECOND);
        LinkBytes links = lab.bytes().since(before);
        double[] cpu = cpu();
        for (int i = 0; i < cpu.length; i++) cpu[i] -= cpuBefore[i];
        int dead = disturbance.kills() ? victim : -1;
        List<Integer> alive =
                IntStream.range(0, contest.hosts()).filter(h -> h != dead).boxed().toList();
        List<HostLog> logs = awaitEnd(alive);
        double planned = SustainableLoad.planned(offered, up, contest.down(), dead);
        double offeredBits = 0;
        for (int host : alive) offeredBits += offered[host];
        return UplinkMeasurement.of(
                contest, turn, logs, alive, offeredBits, planned, event, links, cpu);
    }

    private List<String> command(int host, double bits, double laterBits) throws IOException {
        HostPlan plan =
                new HostPlan(
                        turn.system().text(),
                        host,
                        IntStream.range(0, contest.hosts()).mapToObj(LabSpec::address).toList(),
                        PORT,
                        commands.intervals(),
                        contest.payloadBytes(),
                        contest.warmSeconds(),
                        contest.seconds(),
                        bits,
                        contest.warmSeconds() + contest.eventSecond(),
                        laterBits);
        return commands.of(turn.system(), plan, directory);
    }

    /** Writes in one step, so that a reader sees the whole file or no file. */
    private void write(String name, String text) throws IOException {
        Path part = directory.resolve(name + ".part");
        Files.writeString(part, text);
        Files.move(
                part,
                directory.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        for (int number = 0; number < hosts.size(); number++) {
            HostProcess host = hosts.get(number);
            while (!log(number).ready()) {
                host.expectRunning();
                if (System.nanoTime() - deadline > 0)
                    throw new IOException("the group is not complete: " + host.text().strip());
                Thread.sleep(50);
            }
        }
    }

    private HostLog log(int host) throws IOException {
        Path file = directory.resolve(HostPlan.output(host));
        return HostLog.of(Files.exists(file) ? Files.readString(file) : "");
    }

    private List<HostLog> awaitEnd(List<Integer> alive) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + END_NANOS;
        for (int host : alive)
            while (!hosts.get(host).exited() && System.nanoTime() - deadline < 0) Thread.sleep(20);
        List<HostLog> logs = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) logs.add(log(host));
        for (int host : alive)
            if (logs.get(host).latencies().length == 0)
                throw new IOException(
                        "host " + host + " has not ended: " + hosts.get(host).failure());
        return logs;
    }

    private double[] cpu() {
        return IntStream.range(0, contest.hosts()).mapToDouble(lab::cpuSeconds).toArray();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
    }
}
