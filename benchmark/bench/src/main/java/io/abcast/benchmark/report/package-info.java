/**
 * Writes the reports of {@code bench}, {@code compare}, {@code limits} and {@code compare-cast} as tables, as JSON, and
 * as HTML with plots.
 */
package io.abcast.benchmark.report;
