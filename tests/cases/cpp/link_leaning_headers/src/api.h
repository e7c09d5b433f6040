#pragma once
EXPORT int api(int a);
SHARED int other(int a);
