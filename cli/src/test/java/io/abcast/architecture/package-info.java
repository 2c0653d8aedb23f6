/** Who may know whom, and what a protocol must never touch, held by tests. */
package io.abcast.architecture;
