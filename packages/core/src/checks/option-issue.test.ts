import { expect, it } from 'vitest'

import { describeExpected } from './option-issue.js'

it.each([
  ['string', 'text'],
  ['("a" | "b")', 'one of "a", "b"'],
  ['"a"', '"a"'],
  ['(string | null)', 'text or null'],
  ['(boolean | undefined)', 'true or false'],
  // A kind that has no words of its own keeps its name.
  ['(File | Blob)', 'File or Blob'],
])('says what a value has to be: %s is %s', (expects, words) => {
  expect(describeExpected(expects)).toBe(words)
})
