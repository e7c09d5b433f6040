export 'src/item.dart' show Item;
export 'src/cart.dart';
