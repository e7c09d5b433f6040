<?php

// nobody includes this where an application of Slim's is
$app->get('/nothing', 'x');

class Shelf
{
    public function fill()
    {
        $this->get('/nothing', 'x');
    }
}
