<?php

namespace App;

use Illuminate\Console\Command;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Support\ServiceProvider;

class Category extends Model
{
}

class Line extends Model
{
    protected $table = 'order_lines';
}

class Send extends Command
{
    protected $signature = 'mail:send {user}';
}

class Report
{
    protected $table = 'no_table';

    public static function get(string $path, string $handler)
    {
    }
}

class ShopProvider extends ServiceProvider
{
    public function register()
    {
        $this->app->singleton(Report::class, Send::class);
    }
}
