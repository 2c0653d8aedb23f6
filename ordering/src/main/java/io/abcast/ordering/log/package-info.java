/** A replicated log over instances of consensus, independent of the protocol that decides them. */
package io.abcast.ordering.log;
