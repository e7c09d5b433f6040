#pragma once
#ifndef EXPORT
#define EXPORT
#endif
