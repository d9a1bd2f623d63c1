import { render } from 'preact';
import { Console } from './app/console.tsx';
import { chooseLanguage } from './platform/words.ts';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no place for the console.');
await chooseLanguage();
root.replaceChildren();
render(<Console />, root);
