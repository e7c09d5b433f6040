package shop;

import java.util.logging.Level;
import lombok.extern.slf4j.Slf4j;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.client.RestTemplate;
import picocli.CommandLine.Command;

class Work {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);
    private final java.util.logging.Logger old = java.util.logging.Logger.getLogger("old");
    private static final String LATE = "Order {} " + "late";
    private final RestTemplate rest = new RestTemplate();
    private KafkaTemplate<String, String> kafka;

    void log(Diary diary, Exception error) {
        LOG.info("Order {} by {}", 1, 2);
        LOG.warn(LATE, 1);
        LOG.error("Failed " + diary, error);
        LOG.atDebug().log("fluent");
        old.severe("old");
        old.log(Level.FINE, "fine");
        diary.info("not a log");
    }

    @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 200))
    void again() {
        kafka.send("orders", "x");
        rest.getForObject("http://stock/items/{id}", String.class, 1);
    }

    @KafkaListener(topics = {"orders", "returns"})
    void consume(String text) { }

    @Scheduled(cron = "0 0 * * * *")
    void hourly() { }

    void fail(int n) throws Exception {
        try {
            if (n > 1) throw new OrderException("too many");
            throw OrderException.of(n);
        } catch (IllegalStateException error) {
            throw error;
        }
    }
}

@Slf4j
class Made {
    void log() {
        log.debug("by an annotation");
    }
}

class NotMade {
    void log(Diary log) {
        log.info("a diary");
    }
}

class Diary {
    void info(String text) { }
}

class OrderException extends RuntimeException {
    OrderException(String text) { }

    static OrderException of(int n) { return new OrderException("" + n); }
}

@Command(name = "import")
class Import { }
