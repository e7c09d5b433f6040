<?php

namespace App\Controller\Shop;

use Symfony\Component\Routing\Attribute\Route;

class CartController
{
    #[Route('/cart')]
    public function show(): void
    {
    }
}
