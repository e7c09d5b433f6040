<?php

use App\Http\Middleware\Banned;
use App\Http\Middleware\Timing;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Configuration\Middleware;

return Application::configure(basePath: dirname(__DIR__))
    ->withProviders()
    ->withRouting(web: __DIR__.'/../routes/web.php', health: '/up')
    ->withMiddleware(function (Middleware $middleware) {
        $middleware->web([Banned::class], [Timing::class]);
        $middleware->appendToGroup('api', Timing::class);
    })->create();
