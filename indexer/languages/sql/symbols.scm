; tables and views, with their columns
(create_table (object_reference schema: (identifier)? @container name: (identifier) @name)) @definition.table
(create_view (object_reference schema: (identifier)? @container name: (identifier) @name)) @definition.view
(create_materialized_view (object_reference schema: (identifier)? @container name: (identifier) @name)) @definition.view
(create_table (column_definitions (column_definition name: [(identifier) (literal)] @name) @definition.column))
(alter_table (object_reference name: (identifier) @container)
  (add_column (column_definition name: [(identifier) (literal)] @name) @definition.column))

; code
(create_function (keyword_function) .
  (object_reference schema: (identifier)? @container name: (identifier) @name)) @definition.function
(create_trigger (keyword_trigger) . (object_reference name: (identifier) @name)) @definition.trigger

; the grammar knows no procedures (hooks.py makes them look like functions): the name after the word is what is sure
(ERROR (keyword_function) .
  (object_reference schema: (identifier)? @container name: (identifier) @name) @definition.procedure)

; the rest
(create_index column: (identifier) @name) @definition.index
(create_type (object_reference schema: (identifier)? @container name: (identifier) @name)
  (enum_elements)) @definition.enum
(create_type (object_reference schema: (identifier)? @container name: (identifier) @name)
  (column_definitions)) @definition.struct
(enum_elements enum_element: (literal) @name @definition.enum_member)
(create_schema (identifier) @name) @definition.namespace
