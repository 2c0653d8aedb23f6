/** What the documents say is compared with what is there. */
package io.abcast.docs;
