<?php

return [
    'host' => $_SERVER['DB_HOST'],
    'name' => $_SERVER['DB_NAME'] ?? '',
    'method' => $_SERVER['REQUEST_METHOD'],
    'local' => $options['DB_PORT'],
];
