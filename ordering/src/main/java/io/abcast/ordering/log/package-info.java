/** A replicated log over instances of consensus, whichever protocol decides them. */
package io.abcast.ordering.log;
