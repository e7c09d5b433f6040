<?php
// A helper file for editors.
namespace Illuminate\Support\Facades {
    class Route {
        public static function get($uri, $action = null) { return null; }
        public static function prefix($prefix) { return null; }
    }
    class Log {
        public static function info($message) { }
    }
}
namespace {
    class Route extends \Illuminate\Support\Facades\Route {}
}
