#pragma once
typedef enum { EUR, USD } currency;
typedef struct {
  long amount;
  currency unit;
} money;
