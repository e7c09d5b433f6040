<?php

namespace App\Http\Controllers;

class NoteController
{
    public function store() {}

    public function fields($form)
    {
        return $form->names(['a'])->except(['b']);
    }
}
