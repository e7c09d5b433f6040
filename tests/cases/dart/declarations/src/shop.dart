import 'dart:async';
import 'package:http/http.dart' as http;
import 'src/item.dart' show Item, Price;
export 'src/item.dart';

/// A cart.
@immutable
abstract class Cart<T extends Object> extends Base<T> with Log implements Sized, http.Closer {
  final int count, limit;
  static const String kind = 'cart';
  late T? _first;

  Cart(this.count, {required this.limit, super.key, int size = 3})
      : _first = null,
        super(count, size);
  const Cart.empty() : count = 0, limit = 0;
  factory Cart.from(Map<String, dynamic> json) => Small(json['count']);

  /// Adds.
  @override
  Future<void> add<U>(U item, {int? times = 1}) async {
    int twice(int n) => n * 2;
    twice(count);
  }

  int get size => count;
  set first(T value) {
    _first = value;
  }

  Cart operator +(Cart other);
}

mixin Log on Object {
  void log() {}
}

extension Words on String {
  int get words => length;
}

enum State implements Sized {
  open,
  closed(1);

  const State([this.code]);
  final int? code;
}

typedef Callback = void Function(int code);
typedef int Compare(String left, String right);

// no documentation: two slashes
const int first = 1, second = 2;
final cart = Cart.empty();
int get topLevel => first;
