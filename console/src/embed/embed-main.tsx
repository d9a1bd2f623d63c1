import { render } from 'preact';
import { chooseLanguage, wordsArrived } from '../platform/words.ts';
import { EmbeddedDrawing } from './embedded-drawing.tsx';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no place for the drawing.');
await chooseLanguage();
await wordsArrived();
root.replaceChildren();
render(<EmbeddedDrawing />, root);
