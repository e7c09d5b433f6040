package shop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Work {
    private static final Logger log = LoggerFactory.getLogger(Work.class);
    private final Dates dates = new Dates();

    void run(String order) {
        log.info(String.format("order %s made", order));
        log.warn("order %s late".formatted(order));

        // a function of the program's own
        log.info(dates.format("yyyy"));
    }
}

class Dates {
    String format(String pattern) {
        return pattern;
    }
}
