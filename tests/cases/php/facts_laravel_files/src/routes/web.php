<?php

use Illuminate\Support\Facades\Route;

Route::permanentRedirect('/old', '/new');
