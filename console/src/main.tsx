import { render } from 'preact';
import { Console } from './app/console.tsx';
import { keepFocus } from './app/kept-focus.ts';
import { chooseLanguage } from './platform/words.ts';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no place for the console.');
await chooseLanguage();
root.replaceChildren();
render(<Console />, root);
keepFocus(root);
