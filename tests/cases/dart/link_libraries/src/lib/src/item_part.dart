part of 'item.dart';

void _log(String text) {
  print(text);
  Hidden();
}
