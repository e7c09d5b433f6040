using System;

namespace Names
{
    class Box { public Box Make() => new Box(); public Box<int> Wrap() => new Box<int>(); }
    class Box<T> { Box plain; Box<T> same; Box<T, T> other; }

    enum Color { Red }

    class Paint
    {
        public Color Color { get; set; }
        public Color Pick() => Color.Red;
        public bool Is(object o) => o is Color || o is Box { };
        void Pick(int overload) { Pick(); Only(); }
        void Only() { Equals(this, null); }
    }

    class NoteAttribute : Attribute { public int Level; }
    class Note { }

    [Note(Level = 2)]
    class Marked { Note note; }

    class Outer
    {
        int shared;
        static void Help() { }

        class Closed { void M() { Use(shared); Help(); } void Use(int i) { } }
        class Open : Elsewhere { void M() { Use(shared); Help(); new Box(); } void Use(int i) { } }
    }

    partial class Parted { int own; void A() { Use(own); B(); } void B() { } }
}
