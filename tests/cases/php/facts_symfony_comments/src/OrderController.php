<?php

namespace App\Controller;

use FOS\RestBundle\Controller\Annotations as Rest;
use Symfony\Component\Routing\Annotation\Route;

/**
 * What is ordered.
 *
 * @Route("/api/orders", name="orders_")
 */
class OrderController
{
    /**
     * @Route("/{id<\d+>}", name="show", methods={"GET", "HEAD"}, requirements={"id": "(\d+)"})
     *
     * @return Response
     */
    public function show(int $id)
    {
    }

    /**
     * @Rest\Post(path="")
     */
    public function add()
    {
    }

    /** Says `@Route("/no")` in its text. */
    public function other()
    {
    }
}
