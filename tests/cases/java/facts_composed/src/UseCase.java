package shop;

import org.springframework.stereotype.Component;

@Component
public @interface UseCase {
}
