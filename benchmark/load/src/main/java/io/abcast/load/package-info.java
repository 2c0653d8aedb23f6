/** Virtual clients: what they ask for, at which rate, and what became of it. They know no system. */
package io.abcast.load;
