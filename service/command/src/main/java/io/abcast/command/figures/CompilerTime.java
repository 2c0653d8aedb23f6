package io.abcast.command.figures;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** Reads the time that the JIT compilers of this JVM have used. */
public final class CompilerTime {
    private CompilerTime() {}

    /** Total time that the JIT compilers have used so far, in ms; 0 if the JVM does not report this time. */
    public static long millis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        boolean reported = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        return reported ? compiler.getTotalCompilationTime() : 0;
    }
}
