<?php

namespace App\Controller\Api;

use Symfony\Component\Routing\Attribute\Route;

#[Route('/orders')]
class OrderController
{
    #[Route('/{id}', methods: ['GET'])]
    public function show(int $id): void
    {
    }
}
