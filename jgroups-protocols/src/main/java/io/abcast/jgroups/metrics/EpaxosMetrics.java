package io.abcast.jgroups.metrics;

import io.abcast.jgroups.EPAXOS;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/** The meters that only members with {@link EPAXOS} have. */
final class EpaxosMetrics {
    private final EPAXOS protocol;
    private final MeterRegistry registry;
    private final Tags tags;

    EpaxosMetrics(EPAXOS protocol, MeterRegistry registry, Tags tags) {
        this.protocol = protocol;
        this.registry = registry;
        this.tags = tags;
    }

    void bind() {
        commits("fast", EPAXOS::getCommitsFast);
        commits("slow", EPAXOS::getCommitsSlow);
        commits("recovered", EPAXOS::getCommitsRecovered);
        count(
                "abcast.epaxos.recoveries",
                "Recoveries of undecided instances that this member has begun",
                EPAXOS::getRecoveries);
        count(
                "abcast.epaxos.nops",
                "Instances executed without an effect, because a recovery has decided so",
                EPAXOS::getNops);
        count("abcast.epaxos.executed", "Instances executed", EPAXOS::getInstancesExecuted);
        count(
                "abcast.epaxos.payloads.awaited",
                "Payloads that arrived after a message that needed them",
                EPAXOS::getPayloadsAwaited);
        seconds(
                "abcast.epaxos.commit.time",
                "Moving mean of the time from opening an instance of this member until its commit",
                EPAXOS::getCommitTime);
        seconds(
                "abcast.epaxos.execution.time",
                "Moving mean of the time from opening an instance of this member until its execution",
                EPAXOS::getExecutionTime);
        instances("undecided", EPAXOS::getInstancesUndecided);
        instances("unexecuted", EPAXOS::getInstancesUnexecuted);
        instances("retained", EPAXOS::getInstancesRetained);
        seconds(
                "abcast.epaxos.oldest.undecided",
                "Age of the instance that has been undecided for the longest time; 0 without one",
                p -> {
                    var status = p.status();
                    return status == null || status.oldestUndecided() == null
                            ? 0
                            : status.oldestUndecided().ageNanos();
                });
    }

    private void commits(String path, ToDoubleFunction<EPAXOS> value) {
        FunctionCounter.builder("abcast.epaxos.commits", protocol, value)
                .tags(tags.and("path", path))
                .description(
                        "Instances committed: fast and slow of this member, recovered by recoveries of this member")
                .register(registry);
    }

    private void count(String name, String help, ToDoubleFunction<EPAXOS> value) {
        FunctionCounter.builder(name, protocol, value)
                .tags(tags)
                .description(help)
                .register(registry);
    }

    private void instances(String state, ToDoubleFunction<EPAXOS> value) {
        Gauge.builder("abcast.epaxos.instances", protocol, value)
                .tags(tags.and("state", state))
                .description(
                        "Instances: known without a decision, committed and not executed, known and not dropped")
                .register(registry);
    }

    private void seconds(String name, String help, ToDoubleFunction<EPAXOS> nanos) {
        Gauge.builder(name, protocol, p -> nanos.applyAsDouble(p) / 1e9)
                .tags(tags)
                .baseUnit("seconds")
                .description(help)
                .register(registry);
    }
}
