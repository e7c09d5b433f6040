<?php

define('VERSION', '1.0');
const DEBUG = false;
$config = load();
$config = [VERSION];

function load() { return $config; }

class Item
{
    public $name;

    public function run(Item $item, $list)
    {
        load();
        $copy = new Item();
        $copy->name = $item->name;
        $this->save()->then(fn ($x) => $x + $copy);
        self::$made++;
        foreach ($list as $key => $value) {
            echo "$value {$item->name} " . Item::class;
        }
        try {
            $method = 'a';
            $item->$method(limit: DEBUG);
        } catch (NotFound | \Error $error) {
            throw $error;
        }
        return $item instanceof Item ? static::make() : parent::run();
    }

    // A method is not a function.
    public function save() { return save(); }
}

echo $config, $missing;
