/** What needs the module jdk.incubator.vector, and is compiled apart because of that. */
package io.abcast.dissemination.cooper.code.vector;
