package shop;

import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.web.server.WebFilter;

class Security {
    void configure(ServerHttpSecurity http, WebFilter timing, WebFilter tokens, Chain chain) {
        http.addFilterAt(timing, SecurityWebFiltersOrder.FIRST)
            .addFilterAfter(tokens, SecurityWebFiltersOrder.AUTHENTICATION);
        chain.addFilterAt(timing, 1);
    }
}

class Chain {
    void addFilterAt(WebFilter filter, int place) {
    }
}
