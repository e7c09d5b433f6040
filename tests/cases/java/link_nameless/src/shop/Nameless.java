package shop;

import java.util.ArrayList;
import java.util.Iterator;

class Nameless {
  enum Level {
    LOW(1) {
      @Override
      int weight() {
        return rank + extra();
      }

      int extra() {
        return 1;
      }
    },
    HIGH(2);

    final int rank;

    Level(int rank) {
      this.rank = rank;
    }

    int weight() {
      return rank;
    }
  }

  abstract static class Task {
    int runs;

    abstract void run();

    void twice() {}
  }

  static final int FIXED = 1;

  void add(int number) {}

  int runs;

  void make(Level level, int number) {
    Task task = new Task() {
      int own;

      @Override
      void run() {
        runs++;
        own = this.runs;
        twice();
        make(level, own);
        Nameless.this.runs++;
        super.twice();
      }
    };
    task.run();
    switch (level) {
      case LOW:
        break;
      case HIGH:
        break;
    }
    switch (number) {
      case FIXED -> runs = 1;
      default -> runs = 2;
    }
    for (Level each : Level.values()) {
      each.weight();
    }
    Level.valueOf("LOW").weight();
    level.name().isEmpty();
    level.compareTo(Level.HIGH);
    new Iterator<Task>() {
      public boolean hasNext() {
        return false;
      }

      public Task next() {
        return task;
      }
    }.next().twice();
    class Local extends Task {
      void run() {
        new Local().twice();
        runs = 2;
      }
    }
    new Local().run();
    new ArrayList<Task>() {
      {
        add(task);
        make(level, size());
      }
    };
    new Task() {
      {
        twice();
        add(1);
      }

      void run() {}
    };
  }
}
