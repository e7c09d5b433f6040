<?php

Artisan::command('mail:prune {days}', function () {
    $this->comment(Config::get('mail.from'));
});
