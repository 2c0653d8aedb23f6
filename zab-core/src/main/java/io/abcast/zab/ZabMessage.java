package io.abcast.zab;

import io.abcast.kernel.Message;

/** What Zab servers say to one another; under construction. */
public interface ZabMessage extends Message {}
