<?php

namespace App\Controller;

class OrderController
{
    public function search($request, $response)
    {
        return $response;
    }

    public function add($request, $response)
    {
        return $response;
    }

    public function remove($request, $response)
    {
        return $response;
    }
}
