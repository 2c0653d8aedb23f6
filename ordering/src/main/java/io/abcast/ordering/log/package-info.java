/**
 * A replicated log that is built from decided slots, whatever consensus protocol decides the slots.
 *
 * <p>Words of this package:
 * <ul>
 * <li>A <em>slot</em> is one instance of consensus and its place in the order. Its <em>value</em> is a set of batches
 * of requests.
 * <li>The <em>origin</em> of a request is the member at which it was submitted. A <em>run</em> of a member lasts from
 * one start of the member to the next.
 * <li>The <em>era</em> is a random number that names one founding of the ensemble. Messages of another era do not
 * count.
 * <li>An <em>incarnation</em> is one storage of a member, with a random number that names it.
 * </ul>
 */
package io.abcast.ordering.log;
