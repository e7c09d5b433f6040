<?php

namespace Shop;

interface Counts
{
    public function total(): int;
}

trait Logs
{
    private array $lines = [];

    protected function log(string $text): static
    {
        $this->lines[] = $text;
        $this->fromUser();
        return $this;
    }
}

abstract class Base implements Counts
{
    use Logs;

    const MAX = 10;
    protected static int $made = 0;

    public static function make(): static
    {
        self::$made++;
        return new static();
    }

    private function hidden(): void
    {
    }

    public function total(): int
    {
        return static::MAX;
    }
}
