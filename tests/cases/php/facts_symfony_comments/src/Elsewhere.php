<?php

namespace App\Controller;

use Lib\Http\Route;

class Elsewhere
{
    /**
     * @Route("/no/route")
     */
    public function show()
    {
    }
}
