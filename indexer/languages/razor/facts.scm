; what a page or a component says of itself before its first tag
((document . (text) @name) @extend (#match? @name "[@]page"))
