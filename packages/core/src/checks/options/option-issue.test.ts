import { expect, it } from 'vitest'

import { describeExpected } from './option-issue.js'

it.each([
  ['string', 'text'],
  ['("a" | "b")', 'one of "a", "b"'],
  ['"a"', '"a"'],
  ['(string | null)', 'text or null'],
  ['(boolean | undefined)', 'true or false'],
  // A type that has no readable name in the table is shown unchanged.
  ['(File | Blob)', 'File or Blob'],
])('describes the expected type: %s is %s', (expects, description) => {
  expect(describeExpected(expects)).toBe(description)
})
