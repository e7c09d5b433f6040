<?php

use Illuminate\Support\Facades\Route;

Route::apiResource('albums', AlbumController::class)->except('update', 'destroy');
Route::apiResource('albums.songs', SongController::class)->only('index', 'show');
$shelf->apiResource('books.pages', PageController::class);
