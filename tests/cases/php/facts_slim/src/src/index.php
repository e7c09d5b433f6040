<?php

use Slim\Factory\AppFactory;

$app = AppFactory::create();
$app->addErrorMiddleware(true, true, true);
$routes = require __DIR__ . '/routes.php';
$routes($app);
$app->get('/status', fn ($request, $response) => $response);
$cache->get('/no/route', 'x');
$app->run();
