/* Functions that must not be used; every source is compiled with this file included first. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf strtok
#pragma GCC poison gmtime localtime ctime asctime mktemp atoi atol atof system popen qsort
