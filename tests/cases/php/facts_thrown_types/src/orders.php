<?php

namespace Shop;

class Missing extends \Exception
{
    public static function of(int $id): self
    {
        return new self("no $id");
    }
}

class Orders
{
    public function find(int $id)
    {
        try {
            return $this->rows[$id];
        } catch (Missing $e) {
            throw new Missing('none', 0, $e);
        } catch (\RuntimeException $e) {
            throw $e;
        }
    }

    public function late(int $id)
    {
        try {
            return $this->find($id);
        } catch (Missing $e) {
            throw Missing::of($id);
        }
    }
}
