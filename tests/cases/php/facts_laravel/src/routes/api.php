<?php

use App\OrderController;
use Illuminate\Support\Facades\Route;

Route::apiResource('orders', OrderController::class)->except(['update']);
