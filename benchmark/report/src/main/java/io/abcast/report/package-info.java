/** What people and machines read of a measurement: statistics, tables, pages with plots, and the host that was measured. */
package io.abcast.report;
