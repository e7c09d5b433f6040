<?php

use App\Http\Middleware\Timing;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Configuration\Middleware;

return Application::configure(basePath: dirname(__DIR__))
    ->withMiddleware(function (Middleware $middleware) {
        $middleware->append(Timing::class);
        $middleware->web(append: [\App\Http\Middleware\Locale::class]);
        $middleware->appendToGroup('api', ['throttle:api']);
        $middleware->alias(['role' => \App\Http\Middleware\Role::class]);
    })
    ->create();
