<?php

use App\Http\HomeController;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;

Route::get('/', [HomeController::class, 'show']);
Route::prefix('admin')->group(function () {
    Route::get('users', [HomeController::class, 'users']);
});
Log::info('loaded');
