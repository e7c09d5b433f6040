<?php

namespace App\Http;

use Illuminate\Foundation\Http\Kernel as HttpKernel;

class Kernel extends HttpKernel
{
    protected $middleware = [
        \App\Http\Middleware\TrustProxies::class,
        \Illuminate\Http\Middleware\HandleCors::class,
    ];

    protected $middlewareGroups = [
        'web' => [\App\Http\Middleware\EncryptCookies::class],
        'api' => [\Illuminate\Routing\Middleware\ThrottleRequests::class . ':api', 'bindings'],
    ];
}

// not the kernel
class Settings
{
    protected $middleware = ['none'];
}
