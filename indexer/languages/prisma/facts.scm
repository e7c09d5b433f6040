; a model, and the name that it gives its table
(model_block "model" @name . (identifier) @argument) @extend
((model_multi_attribute (attribute_specifier (identifier) @name) (string) @argument) @extend (#any-of? @name "map" "schema"))
