import 'package:shop/shop.dart';
import 'src/item.dart' show Priced;

void main() {
  final cart = Cart(Item(1, null));
  cart.first.save();
  Item.make().copy();
  Hidden();
  Entity;
  Priced;
}
