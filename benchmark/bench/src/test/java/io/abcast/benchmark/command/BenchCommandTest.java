package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.server.ServerCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Wrong usage of {@code abcast bench} must give exit code 2 and one line that names the expected value, and start no
 * process.
 */
final class BenchCommandTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--protocol=RAFT, '--protocol: expected one of ZAB, ZAB_AC, ZAB_AA_LITE'",
        "'--protocol=ZAB,ZAB_ct', 'got ZAB_ct'",
        "'--protocol=', '--protocol: expected one of ZAB, ZAB_AC'",
        "--nodes=32, '--nodes: expected a number in 1..31, got 32'",
        "--nodes=x, 'x'",
        "--clients=0, 'at least 1'",
        "--write-ratio=0, '1..100'",
        "--write-ratio=101, '1..100'",
        "--payload=-1, '--payload: expected 0..1048554'",
        "--payload=1048555, '--payload: expected 0..1048554 (payload_bytes_max 1048576 of'",
        "--payload=2000000, 'less key and header), got 2000000'",
        "--keys=0, '--keys: expected 1..'",
        "--wait=abc, 'such as 0 or 25-75'",
        "--wait=75-25, '--wait: expected the shorter time first, got 75-25'",
        "--wait=0-9999999, '--wait: expected at most 3600000 ms'",
        "--clients=1000001, '--clients: expected 1..1000000'",
        "--reads=dirty, '--reads: expected local or linearizable, got dirty'",
        "--nodes=33, '1..31'",
        "--rate=0, 'positive number'",
        "--rate=-5, 'expected 0..10000000 per second, got -5'",
        "--rate=fast, 'a positive number, 50%, or OPS:TIME'",
        "--rate=50%, 'expected requests per second; only compare accepts shares, got 50%'",
        "'--rate=100,200', 'no time in'",
        "'--rate=100:10s,', 'no time in'",
        "'--rate=100:10x', 'expected seconds, or a unit'",
        "'--rate=100:0s', 'more than 0'",
        "'--rate=100:-1s', 'more than 0'",
        "'--rate=100:NaN', 'is not a time'",
        "'--rate=100:1e400', 'no time in'",
        "'--rate=x:10s', 'a positive number, 50%, or OPS:TIME'",
        "'--rate=-1:10s,5:1s', 'expected 0..10000000 per second'",
        "'--rate=0:10s,0:1s', 'positive number'",
        "'--rate=1e8:10s', '0..10000000'",
        "--warmup=-1, '--warmup: expected 0 or more seconds, at most 86400, got -1'",
        "--warmup=NaN, '0 or more'",
        "--warmup=Infinity, 'at most 86400, got Infinity'",
        "--warmup-max=0, '--warmup-max: expected more than 0 and at most 86400 seconds, got 0'",
        "--warmup-max=-3, 'more than 0 and at most 86400 seconds, got -3'",
        "--warmup-max=NaN, 'more than 0 and at most 86400 seconds, got NaN'",
        "--warmup-max=Infinity, 'more than 0 and at most 86400 seconds, got Infinity'",
        "--warmup-max=soon, 'soon'",
        "--duration=0, 'positive number'",
        "--attach=both, 'network or embedded'",
        "--connections=0, 'at least 1'",
        "--batching=maybe, 'on or off'",
        "--runs=0, 'at least 1'",
        "--durability=paper, 'memory or file or fsync'",
        "--config=no/such.xml, 'readable file'",
        "--server-heap=much, 'such as 512m'",
        "--json=/nope/x.json, '--json: expected a file that can be written, got /nope/x.json: no directory /nope'",
        "--json=/proc, '--json: expected a file that can be written, got /proc: Is a directory'",
        "--series=/nope/x, '--series: expected a file that can be written, got /nope/x: no directory /nope'",
        "--report=/proc/x, '--report: expected a directory or a new name, got /proc/x: '",
        "--report=pom.xml, '--report: expected a directory or a new name, got pom.xml: pom.xml is a file'",
        "--conflicts=-1, '--conflicts: expected 0..100, got -1'",
        "'--conflicts=0,101', '--conflicts: expected 0..100, got 101'",
        "--conflicts=many, 'many'",
        "--kill=1, '--kill: expected WHAT@SECONDS[-SECONDS] such as 3@10 or A@10-20, got 1'",
        "--kill=x@1, '--kill: expected a server id in 1..3, got x@1'",
        "--kill=1@-1, '--kill: expected WHAT@SECONDS[-SECONDS] such as 3@10 or A@10-20, got 1@-1'",
        "--kill=0@1, '--kill: expected a server id in 1..3, got 0@1'",
        "--kill=4@1, '--kill: expected a server id in 1..3, got 4@1'",
        "--kill=1@15, '--kill: expected a time before the end of the measurement, 15.0 s, got 1@15'",
        "--frobnicate=1, '--frobnicate'",
    })
    void wrongOptionsOfBench(String option, String expected) {
        if (option.startsWith("--config")) assertWrong(expected, "bench", option);
        else assertWrong(expected, "bench", "--config=../../config/zab-tcp.xml", option);
    }

    @ParameterizedTest
    @CsvSource({
        "'--partitions=0', '--partitions: expected 1..4096, or a map, got 0'",
        "'--partitions=A', 'a number or a map such as A=1,2,3;B=4,5,6, got A'",
        "'--partitions=A=1;A=2', 'a number or a map such as A=1,2,3;B=4,5,6'",
        "'--partitions=A=1;B=3', '--partitions: expected servers 1..3 without gaps'",
        "'--partitions=A=1;B=2 --placement=apart', 'expected none beside a map'",
        "'--partitions=17 --placement=apart', '--partitions: expected at most 49 servers, got 51'",
        "'--placement=far', '--placement: expected together or apart, got far'",
        "'--multi=101', '--multi: expected 0..100, got 101'",
        "'--multi=10 --span=3', '--span: expected 2, at most the number of --partitions, got 3'",
        "'--partitions=1 --multi=10', '--multi: expected 0 with one partition, got 10'",
        "'--skew=zipf', '--skew: expected uniform, fixed, or zipf:S such as zipf:2, got zipf'",
        "'--load-on=C', '--load-on: expected partitions of [A, B], got C'",
        "'--consistency=weak', '--consistency: expected serializable or strict, got weak'",
        "'--fast=maybe', '--fast: expected on or off, got maybe'",
        "'--hot-keys=0', '--hot-keys: expected at least 1, got 0'",
        "'--kill=C@1', '--kill: expected partitions of [A, B], got C@1'",
        "'--kill=leader:C@1', '--kill: expected partitions of [A, B], got leader:C@1'",
        "'--kill=A@5-4', '--kill: expected a second time after the first one, got A@5-4'",
        "'--kill=A@5-20', '--kill: expected a time before the end of the measurement, 15.0 s, got A@5-20'",
        "'--workload=tpc', '--workload: expected kv or micro or tpcc, got tpc'",
        "'--warehouses=2', '--warehouses: expected --workload micro or tpcc with it, got kv'",
        "'--workload=tpcc --warehouses=1', '--warehouses: expected 2 to 1000, got 1'",
        "'--workload=tpcc --workers=0', '--workers: expected 1 to 256, got 0'",
        "'--workload=tpcc --multi=10', '--multi: expected --workload micro with it, got tpcc'",
        "'--workload=tpcc --dump=pom.xml', '--dump: expected a directory or a new name, got pom.xml'",
        "'--workload=tpcc --runs=2 --dump=d', '--dump: expected it with one measurement'",
        "'--protocol=ZAB --workload=tpcc', '--workload: expected kv with --protocol ZAB, got tpcc'",
        "'--protocol=ZAB --links=on', '--links: expected it with --protocol CAMU only, got ZAB'",
    })
    void wrongPartitionsOfBench(String options, String expected) {
        List<String> all = new ArrayList<>(List.of("bench", "--config=../../config/camu-tcp.xml"));
        if (!options.contains("--protocol")) all.add("--protocol=CAMU");
        all.addAll(List.of(options.split(" ")));
        assertWrong(expected, all.toArray(String[]::new));
    }

    @Test
    void ownKeysNeedAsManyKeysAsClients() {
        assertWrong(
                "--keys: expected at least one per client beside --conflicts, 250, got 249",
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--conflicts=0",
                "--keys=249");
    }

    @Test
    void aKilledServerHasNoClientsInside() {
        assertWrong(
                "--kill: expected none beside --attach embedded, got 1@2",
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--attach=embedded",
                "--kill=1@2");
    }

    @Test
    void theMaximumWarmUpIsAtLeastTheMinimum() {
        assertWrong(
                "--warmup-max: expected at least --warmup, 10, got 9.5",
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--warmup=10",
                "--warmup-max=9.5");
    }

    @Test
    void theWarmUpBeforeAScheduleHasAFixedLength() {
        assertWrong(
                "--warmup-max: expected none beside a schedule of --rate, got 30",
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--rate=100:10s,2000:10s",
                "--warmup-max=30");
    }

    @Test
    void aScheduleDefinesTheDuration() {
        assertWrong(
                "--duration: expected none beside a schedule of --rate, got 5",
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--rate=100:10s,2000:10s",
                "--duration=5");
    }

    @ParameterizedTest
    @CsvSource({
        "--id=4, '--id: expected one of the members'",
        "--id=x, 'x'",
        "'--members=1,2,3,4 --protocol=ZAB_CT', 'ZAB_CT: expected an odd number of members, got 4'",
        "'--members=1,1,2', 'members'",
        "--client-port=70000, '0..65535'",
        "--io-threads=0, 'at least 1'",
        "--protocol=zab, '--protocol: expected one of ZAB, ZAB_AC, ZAB_AA_LITE'",
        "--durability=disk, '--durability: expected memory or file or fsync, got disk'",
        "--durability=fsync, '--durability fsync: expected --data DIR too'",
        "--durability=file, '--durability file: expected --data DIR too'",
    })
    void wrongOptionsOfServer(String option, String expected) {
        if (option.startsWith("--id")) assertWrong(expected, "server", option);
        else {
            List<String> all =
                    new ArrayList<>(
                            List.of("server", "--config=../../config/zab-tcp.xml", "--id=1"));
            all.addAll(List.of(option.split(" ")));
            assertWrong(expected, all.toArray(String[]::new));
        }
    }

    @Test
    void zabAcIsForThreeServers() {
        String expected = "--protocol: ZAB_AC: expected 3 members";
        assertWrong(
                expected,
                "bench",
                "--config=../../config/zab-tcp.xml",
                "--protocol=ZAB,ZAB_AC",
                "--nodes=3,5");
        assertWrong(expected, "server", "--id=1", "--members=1,2,3,4,5", "--protocol=ZAB_AC");
    }

    @Test
    void aServerNeedsAnId() {
        assertWrong("--id", "server");
    }

    private void assertWrong(String expected, String... arguments) {
        CommandLine line =
                CommandLines.of(new BenchCommand(), new ServerCommand())
                        .setErr(new PrintWriter(err));
        err.getBuffer().setLength(0);
        assertEquals(2, line.execute(arguments), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(expected), err::toString);
    }
}
