<?php

$app = new Laravel\Lumen\Application(realpath(__DIR__ . '/../'));

$app->singleton(
    Illuminate\Contracts\Debug\ExceptionHandler::class,
    App\Exceptions\Handler::class
);

$app->middleware([
    \Barryvdh\Cors\HandleCors::class,
]);

$app->router->group(['namespace' => 'App\Http\Controllers'], function ($router) {
    require __DIR__ . '/../routes/web.php';
});

return $app;
