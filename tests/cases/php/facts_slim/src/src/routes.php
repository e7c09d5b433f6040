<?php

declare(strict_types=1);

use App\Action\ListOrders;
use App\Controller\OrderController;
use App\Middleware\Session;
use Psr\Http\Message\ResponseInterface as Response;
use Psr\Http\Message\ServerRequestInterface as Request;
use Slim\App;
use Slim\Interfaces\RouteCollectorProxyInterface as Group;

return function (App $app) {
    $app->add(Session::class);
    $app->addRoutingMiddleware();

    $app->get('/', function (Request $request, Response $response) {
        return $response;
    });
    $app->map(['GET', 'POST'], '/search', OrderController::class . ':search');

    $app->group('/orders', function (Group $group) {
        $group->get('', ListOrders::class);
        $group->post('', [OrderController::class, 'add']);
        $group->group('/{id:[0-9]+}', function (Group $one) {
            $one->delete('', '\App\Controller\OrderController:remove');
        });
    })->add(Session::class);
};
