import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { language, said, wordsUnder } from '../platform/words.ts';

type Schema = OperationOutput<'describe_schema'>;

/** What is said of a name of a topic; null for what is described to programs alone. */
function noteIn(topic: Schema['topic'], name: string): string | null {
  const [type = '', key] = name.split('.');
  if (topic === 'steps') return key === undefined ? null : wordsUnder(`canvas.hint.${key}`);
  if (topic !== 'conditions') return null;
  return key === undefined
    ? said(`said.condition.${type}`)
    : (said(`said.conditionKey.${type}.${key}`) ?? said(`said.conditionKey.${key}`));
}

/** A topic of the API in the language of the reader, as far as people read of it elsewhere (CON-21). */
export function schemaInWords(schema: Schema): Schema {
  if (language.value === 'en') return schema;
  const fields = schema.fields.map((field) => ({
    ...field,
    note: noteIn(schema.topic, field.name) ?? field.note,
  }));
  return { ...schema, fields };
}
