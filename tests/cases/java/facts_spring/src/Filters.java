package shop;

import jakarta.servlet.Filter;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;

@Order(1)
class TokenFilter extends OncePerRequestFilter { }

class Timing implements HandlerInterceptor { }

class WebConfig {
    void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Timing());
    }

    void secure(HttpSecurity http, TokenFilter filter) {
        http.csrf(c -> c.disable()).addFilterBefore(filter, BasicFilter.class);
    }
}

class Sieve {
    Sieve addInterceptor(Object one) { return this; }

    void fill() { addInterceptor(this); }
}
