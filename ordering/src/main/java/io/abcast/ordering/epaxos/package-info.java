/** EPaxos: consensus on single instances with dependencies, and their execution (Ryabinin, Gotsman and Sutra 2025). The rules stand in docs/protocols/epaxos.md. */
package io.abcast.ordering.epaxos;
