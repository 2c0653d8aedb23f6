/** Classes that need the module jdk.incubator.vector and are therefore compiled separately. */
package io.abcast.dissemination.cooper.code.vector;
