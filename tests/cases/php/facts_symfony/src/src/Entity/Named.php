<?php

namespace App\Entity;

use Doctrine\ORM\Mapping as ORM;
use Lib\Attributes as Own;

#[ORM\MappedSuperclass]
abstract class Named
{
}

#[Own\Entity]
class Elsewhere
{
}
