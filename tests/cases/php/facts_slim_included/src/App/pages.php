<?php

$app->get('/about', function ($request, $response) {
    return $response;
});
$app->map(['GET', 'POST'], '/search', 'App\Controller\Home:search');
