; classes, specialisations, what the C table cannot know
(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: [(template_type) (qualified_identifier)] @name body: (_)) @definition.struct
(enum_specifier name: (qualified_identifier) @name body: (_)) @definition.enum
(alias_declaration name: (type_identifier) @name) @definition.type_alias
(concept_definition name: (identifier) @name) @definition.type_alias
(declaration declarator: [(reference_declarator) (operator_cast)] @name @definition.variable)
(declaration type: [(qualified_identifier) (template_type) (placeholder_type_specifier) (decltype) (class_specifier !body)
  (dependent_type)] declarator: [(identifier) (qualified_identifier)] @name) @definition.variable
(declaration type: [(primitive_type) (type_identifier) (sized_type_specifier)] declarator: (qualified_identifier) @name)
  @definition.variable
(declaration type: (class_specifier body: (_)) declarator: (identifier) @name @definition.variable)
(type_definition type: [(qualified_identifier) (template_type) (decltype) (dependent_type)] declarator: (_) @name)
  @definition.type_alias

(namespace_definition name: (_) @name) @namespace
(lambda_expression) @function

; bases
(class_specifier (base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @base.extends)) @owner
(struct_specifier (base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @base.extends)) @owner

; imports
(using_declaration (qualified_identifier scope: (_) @module name: (_) @imported)) @import
(using_declaration "namespace" [(identifier) (qualified_identifier)] @module @star) @import
(namespace_alias_definition name: (namespace_identifier) @alias
  [(namespace_identifier) (nested_namespace_specifier)] @module .) @import
