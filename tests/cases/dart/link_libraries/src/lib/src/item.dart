part 'item_part.dart';

abstract class Entity {
  final int id;
  Entity(this.id);
  Entity copy();
  void save() => _log('x');
}

mixin Priced {
  int price = 1;
}

class Item extends Entity with Priced {
  Item? parent;
  List<Item> parts = [];
  Item(super.id, this.parent);
  Item.empty() : this(0, null);
  factory Item.make() => Item.empty();
  static Item shared = Item.make();

  @override
  Item copy() => Item(id, parent);
}

class Hidden {}

extension Twice on Item {
  int twice() => price * 2;
}
