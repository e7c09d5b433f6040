; the entries of a file, as they are written: a route, or a folder of controllers that is taken in
(document (block_node (block_mapping (block_mapping_pair value: (block_node)) @name @extend)))
