<?php

namespace One {
    class Item {}
    function make() { return new Item(); }
}

namespace Two {
    // The class of the other namespace is another one.
    function make(): Item { return \One\make(); }
    make();
}
