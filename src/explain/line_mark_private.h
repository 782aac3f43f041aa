/* What stands before a line of a log and is not of the message. */
#pragma once

#include "base/span.h"

/*
 * The length of one mark at the front of a line, 0: none. A time, a level ("WARNING:root:"), the
 * place in the source ("[worker.py:12]"), a process ("(Worker pid=273)", "[rank0]:", "app-1  | "),
 * a mark of quoting ("> "). There may be several, one behind the other.
 */
size_t line_mark(struct span line);
