<?php

use App\Http\Controllers\NoteController;

Route::prefix('v1')->group(function () {
    Route::apiResource('notes', NoteController::class)
        ->names(['store' => 'api.notes.store'])
        ->except(['index', 'show']);
});
