<?php

use App\Models\{User, Order as Purchase};
use App\Shop\Cart;
use App\Shop\Basket as Bag;
use function App\total;
use const App\LIMIT;

require_once __DIR__ . '/lib.php';
include 'view.php';

new Cart(new Bag(), total(LIMIT));
new Missing();
User::find(Purchase::ID);
\strlen(Text\join());
