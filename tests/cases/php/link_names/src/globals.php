<?php

const DEPTH = 9;

function helper(): int
{
    return DEPTH;
}

class Tool
{
}
