package shop;

import com.launchdarkly.sdk.server.LDClient;
import io.getunleash.Unleash;

public class Checkout {
    private static final String LANE = "fast-lane";
    private final Unleash unleash;
    private final LDClient client;
    private final Button button;

    public Checkout(Unleash unleash, LDClient client, Button button) {
        this.unleash = unleash;
        this.client = client;
        this.button = button;
    }

    boolean open() {
        return unleash.isEnabled(LANE) || client.boolVariation("prices", null, false) || button.isEnabled("save");
    }
}

class Button {
    boolean isEnabled(String name) {
        return name.isEmpty();
    }
}
