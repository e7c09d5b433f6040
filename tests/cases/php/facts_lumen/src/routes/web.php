<?php

/** @var \Laravel\Lumen\Routing\Router $router */
$router->get('/', function () {
    return app()->version();
});
$router->post('accessToken', 'AccessTokenController@create');

$router->group(['prefix' => 'api', 'middleware' => ['auth:api', 'throttle:60']], function () use ($router) {
    $router->put('users/{id}', [
        'uses' => 'UserController@update',
        'middleware' => 'scope:users',
    ]);
    $router->group(['prefix' => 'admin'], function () use ($router) {
        $router->delete('users/{id}', 'UserController@destroy');
    });
});

$cache->get('/no/route', 'x');
