<?php

namespace App;

use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Facades\Log;

class OrderController
{
    public function search()
    {
        $key = env('SHOP_KEY');
        $name = config('app.name', 'shop');
        Log::warning("slow search for {$name}");
        DB::table('audits')->insert([]);
        DB::select('SELECT id FROM stock WHERE id = ?');
        Http::post('https://example.com/hook', []);

        return $key;
    }

    public function store()
    {
        abort_if(true, 403);
        throw new OrderMissing('gone');
    }

    public function destroy()
    {
        try {
            $this->store();
        } catch (OrderMissing $e) {
            throw $e;
        }
    }

    // not a key: a method that is called env
    public function env(string $name)
    {
        return $this->env('NO_KEY');
    }
}

class OrderMissing extends \RuntimeException
{
}
