/* The environment variables that this program was started with. */
#pragma once

/* All, as "NAME=value", ended by NULL. */
const char *const *os_variables(void);
/* One; NULL where it is not set. */
const char *os_variable(const char *name);
