/**
 * Virtual clients: what they request, at which rate, and how their requests end. This package knows no measured system.
 */
package io.abcast.load;
