<?php

namespace App;

use App\Own\Feature as OwnFeature;
use Laravel\Pennant\Feature;

class Checkout
{
    public function open($user)
    {
        return Feature::active('fast-lane') && Feature::for($user)->inactive('new-basket');
    }

    public function lookAlike()
    {
        return OwnFeature::active('own');
    }
}
