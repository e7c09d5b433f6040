<?php

namespace Lib;

const LIMIT = 3;

function trim(string $text): string
{
    return \trim($text);
}

function only(): int
{
    return strlen('x') + LIMIT;
}

class Tool
{
    const KIND = 'tool';
}
