; what a page or a component says of itself before its first tag; `<T>` among it is no tag, so the tree may be an error
((document . (text) @name) @extend (#match? @name "[@]page"))
((ERROR . (text) @name) @extend (#match? @name "[@]page"))
