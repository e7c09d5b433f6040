<?php

namespace Shop;

enum Size
{
    case Small;

    public function next(): self
    {
        return self::Small;
    }
}

class Item
{
    /** @var Item[] */
    public $parts = [];
    public ?Item $parent = null;

    public function __construct(private readonly Size $size, public $note = null)
    {
    }

    public function size(): Size
    {
        return $this->size;
    }
}

class Cart extends Base
{
    private $first;

    public function __construct(Item $item)
    {
        parent::__construct();
        $this->first = $item;
    }

    /** @return Item|null */
    public function find($key)
    {
        return $this->first;
    }

    public function total(): int
    {
        $this->log('a')->log('b')->find(1)->size()->next();
        $this->hidden();
        foreach ($this->first->parts as $part) {
            $part->parent?->size();
        }
        return parent::total() + self::MAX + Cart::make()->find(2)->note;
    }
}

function check(Counts $counts, $any, Cart|Item $either, \Vendor\Box $box): void
{
    $counts->total();
    $any->total();
    $either->size();
    $box->total();
    if ($any instanceof Item) {
        $any->size();
    } else {
        $any->size();
    }
    $any->size();
    $one = fn (Item $any) => $any->size();
    $one(new Item(Size::Small))->next();
    $two = function () use ($either, &$counts) {
        return $counts->total() + $any->total();
    };
    $copy = clone ($either ?? new Cart(new Item(Size::Small)));
    $copy->find(3);
    try {
        $two();
    } catch (Failure | \Exception $failure) {
        $failure->getMessage();
    }
    new class($any) extends Base {
        public function own(): int
        {
            return $this->own() + $this->total() + $this->missing();
        }
    };
}

class Failure extends \Exception
{
}
