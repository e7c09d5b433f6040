package shop;

import org.apache.log4j.Logger;

class Older {
    private static final Logger logger = Logger.getLogger(Older.class);

    void tell() {
        logger.error("log4j, the first");
    }
}
