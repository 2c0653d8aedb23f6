/** What people and machines read: tables, JSON, HTML with plots. */
package io.abcast.benchmark.report;
