/** Architecture tests of the allowed dependencies between modules, and of the classes that a protocol must not use. */
package io.abcast.architecture;
