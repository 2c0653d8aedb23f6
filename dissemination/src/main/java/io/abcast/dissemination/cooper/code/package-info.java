/** Random linear network coding over GF(2^8), as pure computation over bytes. */
package io.abcast.dissemination.cooper.code;
