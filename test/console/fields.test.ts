import {
  fieldOf,
  fieldsOf,
  filledInput,
  parsedValue,
  textOf,
} from '@postroad/console/operations/fields';
import { labelOf } from '@postroad/console/platform/value-words';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const textField = fieldOf('name', { type: 'string' }, true);

describe('CON-07 the fields of a form come from the contract', () => {
  it.each(operationNames)('CON-07 draws every argument of %s', (name) => {
    const { input } = contractSchemasOf(name);
    const fields = fieldsOf(input);
    expect(fields.map((field) => field.name).toSorted()).toEqual(
      Object.keys(input.properties ?? {}).toSorted(),
    );
    const required = fields.filter((field) => field.required).map((field) => field.name);
    expect(required.toSorted()).toEqual([...(input.required ?? [])].toSorted());
  });

  it.each([
    ['a text', { type: 'string' }, 'text'],
    ['a text of many characters', { type: 'string', maxLength: 10_000 }, 'long'],
    ['an address, however long', { type: 'string', maxLength: 2_000 }, 'text', 'base_url'],
    ['a key or an id', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'text'],
    ['a number or null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
    ['a flag or null', { type: ['boolean', 'null'] as unknown as string }, 'flag'],
    ['one of a few', { type: 'string', enum: ['a', 'b'] }, 'choice'],
    ['some of a few', { type: 'array', items: { type: 'string', enum: ['a'] } }, 'choices'],
    ['texts', { type: 'array', items: { type: 'string' } }, 'lines'],
    ['an object', { type: 'object', properties: {} }, 'json'],
    ['objects', { type: 'array', items: { type: 'object', properties: {} } }, 'json'],
  ])('CON-07 edits %s as it is', (_what, schema, kind, name = 'value') => {
    expect(fieldOf(name, schema, false).kind).toBe(kind);
  });
});

describe('CON-07 the input of a form', () => {
  it('CON-07 is what was changed, and nothing else', () => {
    const fields = [
      textField,
      fieldOf('labels', { type: 'array', items: { type: 'string' } }, false),
    ];
    expect(filledInput(fields, { name: 'A', labels: 'x\ny' }, { name: 'A', labels: 'x' })).toEqual({
      input: { name: 'A', labels: ['x', 'y'] },
      faults: [],
    });
  });

  it('CON-07 is null for an emptied field that may be null, and [] for an emptied list', () => {
    const fields = [
      fieldOf('reply_to', { anyOf: [{ type: 'string' }, { type: 'null' }] }, false),
      fieldOf('labels', { type: 'array', items: { type: 'string' } }, false),
    ];
    const before = { reply_to: 'a@example.com', labels: 'x' };
    expect(filledInput(fields, { reply_to: '', labels: '' }, before).input).toEqual({
      reply_to: null,
      labels: [],
    });
  });

  it('CON-07 is an amount of time by its number and its unit, in place of JSON', () => {
    const properties = {
      amount: { type: 'integer' },
      unit: { type: 'string', enum: ['hours', 'days'] },
    };
    const field = fieldOf('advance', { type: 'object', properties }, false);
    expect(field).toMatchObject({ kind: 'duration', choices: ['hours', 'days'] });
    const value = { amount: 2, unit: 'days' };
    expect(textOf(field, value)).toBe('2 days');
    expect(parsedValue(field, '2 days')).toEqual({ value });
    expect(filledInput([field], { advance: '' }).input).toEqual({});
  });

  it('CON-07 names what is missing, no number or no JSON', () => {
    const fields = [
      textField,
      fieldOf('count', { type: 'integer' }, false),
      fieldOf('definition', { type: 'object', properties: {} }, false),
    ];
    const { faults } = filledInput(fields, { count: 'ten', definition: '{' });
    expect(faults.map(({ name, fault }) => [name, fault])).toEqual([
      ['name', 'missing'],
      ['count', 'badNumber'],
      ['definition', 'badJson'],
    ]);
  });

  it('CON-12 of an untouched form is empty, whatever the record holds', () => {
    const kinds = fc.constantFrom(
      fieldOf('a', { type: 'string' }, false),
      fieldOf('b', { type: 'object', properties: {} }, false),
      fieldOf('c', { type: 'array', items: { type: 'string' } }, false),
    );
    fc.assert(
      fc.property(kinds, fc.jsonValue(), (field, value) => {
        const before = { [field.name]: textOf(field, value) };
        expect(filledInput([field], before, before)).toEqual({ input: {}, faults: [] });
      }),
    );
  });

  it('CON-07 holds a JSON value as it was', () => {
    const field = fieldOf('definition', { type: 'object', properties: {} }, false);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const parsed = parsedValue(field, textOf(field, value));
        expect(parsed).toEqual({ value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });
});

it('CON-07 reads the name of a member as people do', () => {
  expect(labelOf('people_inside')).toBe('People inside');
  expect(labelOf('event-types')).toBe('Event types');
});

it('CON-06 has a form or a list for every operation: each has a noun, a verb and a way', () => {
  for (const name of operationNames) {
    const { noun, verb, path } = operationNamed(name);
    expect([noun, verb, path].every((part) => part.length > 0)).toBe(true);
  }
});
