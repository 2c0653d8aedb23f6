/** Interfaces between the protocols, their drivers and the durable log. */
package io.abcast.kernel;
