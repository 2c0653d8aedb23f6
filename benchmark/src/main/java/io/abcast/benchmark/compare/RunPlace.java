package io.abcast.benchmark.compare;

import java.nio.file.Path;

/**
 * Where servers run.
 *
 * @param directory where they keep logs and data, one sub-directory for each life
 * @param memory the same in memory; {@code null}: this host has none
 * @param isolation of their networks
 * @param registry of their processes
 */
record RunPlace(Path directory, Path memory, Isolation isolation, RunRegistry registry) {}
