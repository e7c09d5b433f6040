namespace zones { class other {}; bool load(const char* name, other* o); }
