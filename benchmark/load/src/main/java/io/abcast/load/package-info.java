/**
 * Virtual clients: their requests, rates and outcomes. This package does not depend on any measured system.
 */
package io.abcast.load;
