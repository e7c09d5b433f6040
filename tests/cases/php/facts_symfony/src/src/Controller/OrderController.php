<?php

namespace App\Controller;

use Lib\Http\Route as OtherRoute;
use Psr\Log\LoggerInterface;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpKernel\Exception\BadRequestHttpException;
use Symfony\Component\Routing\Attribute\Route;

#[Route('/api/orders', name: 'orders_')]
class OrderController extends AbstractController
{
    public function __construct(private LoggerInterface $logger)
    {
    }

    #[Route('', name: 'list', methods: ['GET'])]
    public function list(): Response
    {
        return $this->json($this->getParameter('app.page_size'));
    }

    #[Route('/{slug:order}', methods: 'GET')]
    public function show(Order $order): Response
    {
        if ($order->hidden) {
            throw $this->createNotFoundException('no such order');
        }
        if ($order->secret) {
            throw $this->createAccessDeniedException();
        }
        throw $this->missing();
    }

    #[Route(path: '/{id<\d+>?1}/lines', methods: ['POST', 'PUT'])]
    public function lines(int $id): Response
    {
        $this->logger->warning('order {id} changed', ['id' => $id]);
        throw new BadRequestHttpException('too late');
    }

    #[OtherRoute('/not/a/route')]
    public function other(): void
    {
    }

    private function missing(): BadRequestHttpException
    {
        return new BadRequestHttpException('missing');
    }
}
