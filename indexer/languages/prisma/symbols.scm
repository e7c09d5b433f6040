; models with their fields, enumerations with their values
(model_block . (identifier) @name "{" @body) @definition.table
(model_block (model_field field_name: (identifier) @name) @definition.column)
(enum_block . (identifier) @name "{" @body) @definition.enum
(enum_block (identifier) (identifier) @name @definition.enum_member)
