<?php

use Illuminate\Support\Facades\Artisan;

Artisan::command('orders:close {id}', function () {
});
