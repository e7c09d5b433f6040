<?php

use Illuminate\Support\Facades\Route;

Route::resource('orders', 'OrderController', ['except' => ['create', 'edit']]);
Route::resource('lines', 'LineController', ['only' => ['index'], 'names' => ['index' => 'all']]);
