/** The contract between protocols and their drivers, and the durable log. */
package io.abcast.kernel;
