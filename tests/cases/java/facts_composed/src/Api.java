package shop;

import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping
public @interface Api {
    @AliasFor(attribute = "path", annotation = RequestMapping.class)
    String[] value() default {};
}
