<?php

namespace App\Controller;

use Symfony\Component\Routing\Attribute\Route;

class StatusController
{
    public function show(): void
    {
    }

    #[Route('/beside')]
    public function beside(): void
    {
    }
}
