<?php

namespace App\Entity;

use Doctrine\ORM\Mapping as ORM;

/**
 * @ORM\Entity(repositoryClass="App\Repository\OrderRepository")
 * @ORM\Table(name="shop_order", indexes={@ORM\Index(columns={"number"})})
 */
class Order
{
    /**
     * @ORM\Column(type="string")
     */
    private $number;
}

/**
 * @ORM\Entity
 */
class OrderLine
{
}
