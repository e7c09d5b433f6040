<?php

namespace App;

class Config
{
    public function read(array $ENV): string
    {
        $host = $_ENV['DB_HOST'] ?? 'localhost';
        $agent = $_SERVER['HTTP_USER_AGENT'];
        $none = $ENV['NOT_A_KEY'];
        $error = new \InvalidArgumentException('no host');
        if (!$host) {
            throw $error;
        }
        try {
            return $_ENV['MODE'] . $agent . $none;
        } catch (\RuntimeException $error) {
            throw $error;
        }
    }
}
