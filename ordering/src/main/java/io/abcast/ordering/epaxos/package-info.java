/** EPaxos: consensus on single instances with dependencies, and their execution (Ryabinin, Gotsman and Sutra 2025). */
package io.abcast.ordering.epaxos;
