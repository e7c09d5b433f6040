<?php

namespace App\Action;

final class ListOrders
{
    public function __invoke($request, $response)
    {
        return $response;
    }
}
