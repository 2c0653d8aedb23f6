/**
 * Formats measurements for people and machines: statistics, tables, pages with plots, and the description of the
 * measured host.
 */
package io.abcast.report;
