<?php

namespace App\Command;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;

#[AsCommand(name: 'mail:send', description: 'Sends what waits')]
class SendCommand extends Command
{
}

class PruneCommand extends Command
{
    protected static $defaultName = 'mail:prune';
}

class CountCommand extends Command
{
    protected function configure(): void
    {
        $this->setName('mail:count')->setDescription('Counts');
    }
}

class Form
{
    public function configure(): void
    {
        $this->setName('no command');
    }
}
