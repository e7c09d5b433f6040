<?php

namespace App;

use Lib\Tool as Hammer;
use Lib\{Missing, function only};
use function Lib\trim as cut;
use const Lib\LIMIT;
use Vendor\Thing;

require __DIR__ . '/globals.php';

// Functions and constants fall back to the global ones; classes never do.
echo helper(), DEPTH, count([]);
echo cut(' a '), only(), trim(' b '), LIMIT;
new Tool();
new \Tool();
echo Hammer::KIND, \Lib\Tool::KIND, namespace\Local::class, Missing::X;

class Local extends Thing
{
    public function run(Thing $thing): void
    {
        $this->inherited();
        $thing->go();
        unknown();
    }
}
