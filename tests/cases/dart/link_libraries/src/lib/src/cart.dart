import 'dart:io';
import 'package:other/other.dart';
import 'item.dart' as goods;

enum Size {
  small;

  Size next() => Size.small;
}

class Cart<T extends goods.Item> {
  final T first;
  final goods.Item _item = goods.Item.empty();
  Cart(this.first);

  Future<goods.Item> load(File file) async => _item;

  void run(dynamic any, Other other) async {
    first.price;
    final item = await load(File('x'));
    item.copy().parent?.save();
    for (final part in item.parts) {
      part.twice();
    }
    item.parts[0].save();
    any.save();
    other.save();
    item
      ..price = 2
      ..save();
    (any as goods.Item).save();
    goods.Item.shared.id;
    Size.small.next().index;
    final f = (goods.Item each) => each.save();
    this.missing();
    unknown();
    goods.nothing();
  }
}
