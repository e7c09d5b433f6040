package shop;

import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/named")
public @interface Named {
    // the name of a bean, no path
    @AliasFor(annotation = RestController.class)
    String value() default "";
}
