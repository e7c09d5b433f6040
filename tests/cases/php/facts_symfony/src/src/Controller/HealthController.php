<?php

namespace App\Controller;

use FOS\RestBundle\Controller\Annotations as Rest;
use Symfony\Component\Routing\Annotation\Route;

#[Route('/health', methods: ['GET'])]
final class HealthController
{
    public function __invoke(): Response
    {
        return new Response('ok');
    }
}

final class ReadyController
{
    #[Rest\Get('/ready')]
    public function ready(): Response
    {
        return new Response('ok');
    }
}
