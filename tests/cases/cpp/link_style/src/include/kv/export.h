#ifndef KV_EXPORT_H_
#define KV_EXPORT_H_
#if defined(_WIN32)
#define KV_EXPORT __declspec(dllexport)
#else
#define KV_EXPORT __attribute__((visibility("default")))
#endif
#endif
