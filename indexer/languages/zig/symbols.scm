; functions and tests
(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function
(TestDecl (STRINGLITERALSINGLE) @name) @definition.function

; containers
(VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType ["struct" "opaque"] @body))))) @definition.struct
((VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType "enum" @body) @_type)))) @definition.enum
  (#match? @_type "^enum"))
(VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType "union" @body))))) @definition.union
(VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr . (ErrorSetDecl "{" @body)))) @definition.enum

; what is left of constants and variables
((Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr) @_value .) @definition.variable)
  (#not-match? @_value "^((extern|packed)\\s+)?(struct|enum|union|opaque|error)\\s*[({]"))
(Decl (VarDecl . (IDENTIFIER) @name
  [
    (AsmExpr) (BinaryExpr) (Block) (BlockExpr) (ForExpr) (GroupedExpr) (IfExpr) (InitList) (LoopExpr) (SwitchExpr)
    (UnaryExpr) (WhileExpr)
  ] .) @definition.variable)

; members
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
((ContainerDecl (ContainerDeclType "enum") @_type
  (ContainerField . (doc_comment)* . (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @name .))) @definition.enum_member)
  (#match? @_type "^enum") (#not-eq? @name "_"))
(ContainerDecl (ContainerDeclType "union")
  (ContainerField . (doc_comment)* . (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @name .))) @definition.field)
(ErrorSetDecl (IDENTIFIER) @name @definition.enum_member)

; imports
((SuffixExpr . (BUILTINIDENTIFIER) @_builtin .
  (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module)))) @import
  (#eq? @_builtin "@import"))
