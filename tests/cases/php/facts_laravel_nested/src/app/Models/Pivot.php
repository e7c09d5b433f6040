<?php

namespace App\Models;

use Illuminate\Database\Eloquent\Attributes\Table;
use Illuminate\Database\Eloquent\Model;
use Symfony\Component\HttpFoundation\Response;

#[Table('album_user')]
class AlbumPivot extends Model
{
    public function check(): void
    {
        abort_unless($this->exists, Response::HTTP_NOT_FOUND);
    }
}
