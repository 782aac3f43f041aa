/* Addresses that other addresses are relative to: RFC 3986, section 5.2. */
#pragma once

#include "base/buf.h"

/* What `to` means where it stands at `url`. "." and ".." stay: a request leaves them out itself. */
void url_join(struct buf *ret, struct span url, struct span to);
/* The bytes of it with "%2B" decoded; what is no such escape stays. */
void url_decode(struct buf *ret, struct span s);

/* "git+https://host/project": nothing stands before it or behind, no name of a package either. */
bool url_is_alone(const char *text);
