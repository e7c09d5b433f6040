import { Declared } from 'teller/only';
new Declared().say();
