package shop.core;

public class String {
  String own;
  java.lang.String library;
}
