package io.abcast.search.mutants;

import io.abcast.ordering.Ordering;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.LongConsumer;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A check that runs the tests of one test class on a mutant, one after another until the first failure.
 *
 * @param module the directory of the module with the test class
 * @param name name of the test class, without the prefix {@link #PACKAGES}
 */
record TestCheck(String module, String name) implements Check {
    private static final String PACKAGES = "io.abcast.";

    static TestCheck of(String protocol, Options options) {
        options.only("class", "module");
        boolean orders = Ordering.names().contains(protocol);
        String name = options.text("class", "");
        if (name.isEmpty()) throw new MutantException(options.line() + ": expected class=NAME");
        return new TestCheck(options.text("module", orders ? "ordering" : "zab-core"), name);
    }

    @Override
    public String key() {
        return "test class=" + name;
    }

    @Override
    public String unit() {
        return "tests";
    }

    @Override
    public long amountMax() {
        return Long.MAX_VALUE;
    }

    /** The argument {@code amountMax} is ignored. */
    @Override
    public Outcome run(ClassLoader loader, long amountMax, LongConsumer progress) {
        Class<?> type = PatchedProtocol.test(loader, module, PACKAGES + name);
        LauncherDiscoveryRequest tests =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(type))
                        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                        .build();
        Listener listener = new Listener(progress);
        LauncherFactory.create()
                .execute(
                        LauncherExecutionRequestBuilder.request(tests)
                                .listeners(listener)
                                .cancellationToken(listener.cancellation)
                                .build());
        if (listener.done == 0) throw new MutantException("no tests in " + type.getName());
        return new Outcome(listener.found, listener.done, listener.report, "");
    }

    private static final class Listener implements TestExecutionListener {
        private final CancellationToken cancellation = CancellationToken.create();
        private final LongConsumer progress;
        private long done;
        private String found = "";
        private String report = "";

        Listener(LongConsumer progress) {
            this.progress = progress;
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) progress.accept(++done);
            if (result.getStatus() != TestExecutionResult.Status.FAILED || !found.isEmpty()) return;
            found =
                    test.getSource()
                            .filter(MethodSource.class::isInstance)
                            .map(source -> ((MethodSource) source).getMethodName())
                            .orElse(test.getDisplayName());
            report = result.getThrowable().map(Listener::text).orElse(found);
            cancellation.cancel();
        }

        private static String text(Throwable failure) {
            StringWriter text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text));
            return text.toString();
        }
    }
}
