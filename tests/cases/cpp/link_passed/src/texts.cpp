#include "doc.h"
bool T(const char* what, const char* expected, const char* found, bool echo = true, bool nl = false) { return true; }
bool T(const char* what, bool expected, bool found, bool echo = true, bool nl = false) {
  return T(what, expected ? "true" : "false", found ? "true" : "false", echo, nl);
}
template <class X> bool T(const char* what, X expected, X found, bool echo = true) { return expected == found; }
int main() {
  {
    Doc doc;
    doc.Load("a");
    doc.Save("b", true);
    Doc* d = new Doc();
    d->Save("./c", true);
    doc.Push(unsigned(12));
    doc.Push(int(12));
    doc.Push(true);
    doc.Push(4.0);
    doc.Push("x");
    T("a", false, doc.Error());
    T("b", 1, 2);
    T("c", "x", doc.First()->GetText());
    T("d", true, doc.First()->BoolText());
    T("e", OK, doc.ErrorID());
    T("e", static_cast<int>(OK), doc.ErrorID(), true);
    const Doc& cdoc = doc;
    const Attr* attrib = cdoc.First("foo")->Find("x");
    attrib = cdoc.First("foo")->Find("y");
    const Elem* root = cdoc.First("foo");
    const char* text;
    text = root->First("text")->GetText();
    int v = 0;
    T("f", -100, v, true);
    T("g", "Tiny", text);
  }
}
