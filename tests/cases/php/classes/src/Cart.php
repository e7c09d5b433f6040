<?php

namespace App\Shop;

/** Counts things. */
interface HasCount extends \Countable
{
    const MAX = 3, MIN = 1;

    public function count(): int;
}

trait Logs
{
    private $log = [];
}

/**
 * Holds items.
 *
 * @see {@link Order the order}
 */
#[Entity('carts')]
#[Cached]
abstract class Cart extends Base implements HasCount
{
    use Logs, Events\Fires { log as protected logIt; }

    protected static ?int $made = 0;

    public function __construct(
        private readonly User $owner,
        protected int|string $key = 1,
        array ...$rest,
    ) {
        $this->items = $rest;
    }

    abstract protected function total(float $rate = 1.5): float;

    #[\Override]
    final public static function make(): static
    {
        return new static;
    }
}

enum Suit: string
{
    case Hearts = 'H';

    const Wild = self::Hearts;
}

function helper(?int &$a, $b = null): ?string
{
    return null;
}
