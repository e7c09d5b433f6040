import { Teller } from 'teller';
import { Teller as Near } from '../lib/teller';
new Teller().tell();
new Near().tell();
