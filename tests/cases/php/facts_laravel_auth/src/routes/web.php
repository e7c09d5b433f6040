<?php

use App\Own\Auth as OwnAuth;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Route;

Auth::routes(['register' => false, 'verify' => true]);
OwnAuth::routes();
Route::get('/home', 'HomeController@index');
