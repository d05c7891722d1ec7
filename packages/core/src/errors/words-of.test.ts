import { expect, it } from 'vitest'

import { wordsOf } from './words-of.js'

const throwing = new Error('read me')
Object.defineProperty(throwing, 'message', {
  get() {
    throw new Error('not to be read')
  },
})

it.each([
  [new Error('The disk is full.'), 'The disk is full.'],
  [new Error('Not\u0085\u202Eyou.'), 'Not you.'],
  [Object.assign(new Error('x'), { message: { secret: 'hunter2' } }), 'no reason given'],
  [{ message: 'hunter2' }, 'no reason given'],
  ['hunter2', 'no reason given'],
  [null, 'no reason given'],
  [throwing, 'no reason given'],
])('repeats the words of an error, and nothing else', (thrown, words) => {
  expect(wordsOf(thrown)).toBe(words)
})
