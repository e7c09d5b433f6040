<?php

$settings = require __DIR__ . '/Settings.php';
$app = new \Slim\App($settings);
$app->add(new \App\Session());
(require_once __DIR__ . '/Routes.php')($app);
require __DIR__ . '/pages.php';
