/** Output of measurements for people and machines: statistics, tables, pages with plots, and the measured host. */
package io.abcast.report;
