<?php

namespace App\Controller;

use Symfony\Component\Routing\Annotation\Route;

#[Route('/health', methods: ['GET'])]
final class HealthController
{
    public function __invoke(): Response
    {
        return new Response('ok');
    }
}
