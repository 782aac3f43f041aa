/* The floor: a program that is linked to SQLite and does nothing with it. */
#include <sqlite3.h>

int main(void)
{
	return sqlite3_libversion_number() < 0;
}
