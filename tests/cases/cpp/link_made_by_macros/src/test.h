#pragma once
#define CHECK_F(fixture, name) struct fixture##name : fixture { void run(); }; void fixture##name::run()
#define CHECK(suite, name) void suite##name()
#define NO_COPY(type) type(const type&) = delete
#define MY_API __attribute__((visibility("default")))
#define MY_FLAG(type, name, value) type FLAGS_##name = value
