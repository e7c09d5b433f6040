package shop;

import lombok.extern.log4j.Log4j2;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Labels {
    private static final Logger slf = LoggerFactory.getLogger(Labels.class);
    private static final org.apache.logging.log4j.Logger four = LogManager.getLogger(Labels.class);
    private static final Log commons = LogFactory.getLog(Labels.class);
    private static final org.jboss.logging.Logger jboss = org.jboss.logging.Logger.getLogger("shop");

    void tell(String order) {
        slf.info("slf4j {}", order);
        four.info("log4j {}", order);
        commons.warn("commons");
        jboss.infof("jboss %s", order);
    }
}

@Log4j2
class Annotated {
    void tell(String order) {
        log.info("by lombok {}", order);
    }
}
