<?php

use App\Http\Controllers\OrderController;
use Illuminate\Support\Facades\Route;

Route::resource('orders', OrderController::class)->only(['index', 'show']);
Route::prefix('reports')->group(function () {
    Route::get('daily', [OrderController::class, 'index']);
});
Route::resources(['boxes' => OrderController::class]);
