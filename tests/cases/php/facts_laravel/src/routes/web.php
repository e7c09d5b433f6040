<?php

use App\OrderController;
use App\Report;
use Illuminate\Support\Facades\Route;

Route::get('/', fn () => view('home'))->name('home');
Route::match(['get', 'post'], '/search', [OrderController::class, 'search']);

Route::prefix('admin')->middleware(['auth', 'verified'])->group(function () {
    Route::delete('/orders/{id}', [OrderController::class, 'destroy'])->middleware('can:drop');
    Route::group(['prefix' => 'reports'], function () {
        Route::get('/daily', 'ReportController@daily');
    });
});

Route::controller(OrderController::class)->group(function () {
    Route::post('/orders', 'store');
});

Route::resource('order-lines', OrderController::class)->only(['index', 'destroy']);

// not a route: a class of this program
Report::get('/no', 'x');
