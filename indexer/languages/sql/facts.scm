; tables that migrations and schemas create
(create_table (object_reference schema: (identifier)? name: (identifier) @name @argument)) @extend
