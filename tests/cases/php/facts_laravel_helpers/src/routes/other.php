<?php

namespace App\Own {
    class Route { public static function get($uri) { return null; } }
}
namespace App\Use {
    use App\Own\Route;
    Route::get('/no');
}
