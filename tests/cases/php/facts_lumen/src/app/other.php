<?php

// nobody includes this where an application of Lumen's is
$router->get('/nothing', 'x');
$router->group(['prefix' => 'no', 'middleware' => 'no'], function () use ($router) {
    $router->get('/nothing', 'x');
});
