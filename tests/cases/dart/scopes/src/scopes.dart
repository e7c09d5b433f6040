const limit = 10;
int state = 0;

class Shape {
  int size = limit;
  Shape(this.size) : assert(size > 0) {
    size = limit;
  }
  Shape.twice(int limit) : this(limit * 2);

  int shadows(int size) => size + this.size;
  int member() => size + shadows(limit);
}

void locals(List<Shape> rows, [int? state]) {
  var limit = state;
  for (var i = 0; i < limit; i++) {
    print(i);
  }
  for (final row in rows) {
    row.size = limit;
  }
  try {
    work();
  } on StateError catch (error, trace) {
    print('$error ${trace.length} $limit');
  }
  rows.map((row) => row.size).toList();
  rows[0]
    ..size = 1
    ..shadows(2);
}

void globals(Object value) {
  state = limit;
  state++;
  new Shape(limit);
  const Shape.twice(limit);
  Shape(1).member();
  named(limit: state);
  if (value is Shape) print((value as Shape).size);
  switch (value) {
    case Kind.round:
      break;
  }
  final (a, b) = pair();
  print(a + b);
}

void work() {}
