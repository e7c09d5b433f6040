; statements, and the interface that their file is the mapper of
((element (STag (Name) @name) (content) @argument) @extend (#any-of? @name "select" "insert" "update" "delete"))
((STag (Name) @_tag (Attribute (Name) @name (AttValue) @argument)) @extend
  (#any-of? @_tag "mapper" "select" "insert" "update" "delete") (#any-of? @name "namespace" "id"))
