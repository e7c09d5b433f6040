package shop;

import com.acme.Widget;
import com.acme.tools.*;

class Unknown extends Widget {
  Gadget gadget;
  Widget widget;
  int size;

  void calls(Object any, int parse) {
    paint();
    widget.paint();
    widget.child().size();
    gadget.run(parse);
    any.toString();
    any.paint();
    missing.call();
    Missing.call();
    int size = parse(1);
    size = 2;
  }

  int parse(int value) {
    return value;
  }

  void paint(int depth) {}
}

class Widgets {
  private int secret;

  static class Open {
    int secret2;
  }
}

class More extends Widgets {
  int use() {
    return secret;
  }
}
