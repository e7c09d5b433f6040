<?php

namespace App\Providers;

use Illuminate\Foundation\Support\Providers\RouteServiceProvider as ServiceProvider;
use Illuminate\Support\Facades\Route;

class RouteServiceProvider extends ServiceProvider
{
    public function map(): void
    {
        Route::prefix('api')->middleware('api')->group(base_path('routes/api.php'));
        Route::prefix('admin')->middleware(['web', 'role:admin'])->as('admin.')->group(base_path('routes/admin.php'));
        Route::middleware('web')->group(__DIR__ . '/../../routes/web.php');
    }
}
