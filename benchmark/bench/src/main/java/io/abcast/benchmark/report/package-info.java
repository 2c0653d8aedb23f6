/** The reports of bench, compare, limits and compare-cast: tables, JSON, HTML with plots. */
package io.abcast.benchmark.report;
