import { expect, it } from 'vitest'

import { operation, toControl } from './operations.js'

const operations = {
  add: operation({
    does: 'Adds.',
    takes: { a: 'number', b: 'number?', text: 'texts?', loud: 'boolean?' },
    run: ({ a, b = 1, text = [], loud }) => `${a + b}${text.join('')}${loud === true ? '!' : ''}`,
  }),
  query: operation({ does: 'Looks.', takes: {}, reads: true, run: () => 'here' }),
}
const control = toControl(operations)

it('runs with its fields', () => {
  expect(control.add({ a: 1 })).toBe('2')
  expect(control.add({ a: 1, b: 2, text: ['x'], loud: true })).toBe('3x!')
  expect(control.query()).toBe('here')
})

it.each([
  [{}, 'The field "a" is missing; it is a number.'],
  [{ a: '1' }, 'The field "a" must be a number.'],
  [{ a: 1, c: 1 }, 'There is no field "c". It takes: a, b, text, loud.'],
  [{ a: 1, text: [1] }, 'The field "text" must be a texts.'],
  [[], 'The input must be an object with fields.'],
])('refuses %j', (input, sentence) => {
  expect(() => control.add(input as never)).toThrow(sentence)
})

it('accepts no fields if it has none', () => {
  expect(() => control.query({ a: 1 })).toThrow('It takes: none.')
})
