<?php

use App\Controller\Task;

return static function ($app) {
    $app->get('/status', 'App\Controller\Home:status');

    $app->group('/api/v1', function () use ($app): void {
        $app->group('/tasks', function () use ($app): void {
            $app->get('', Task\GetAll::class);
            $app->delete('/{id}', Task\Delete::class)->add(new Auth());
        })->add(new Auth());
        $app->group('/notes', function () {
            $this->post('', Task\Create::class);
        });
    });

    $cache->get('/no/route', 'x');
};
