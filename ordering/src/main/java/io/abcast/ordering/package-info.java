/** Entry point for drivers: the ordering protocols that are based on consensus, and their wire format. */
package io.abcast.ordering;
