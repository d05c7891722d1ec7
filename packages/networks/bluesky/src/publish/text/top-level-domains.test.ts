import { expect, it } from 'vitest'

import { isTopLevelDomain } from './top-level-domains.js'

it('a top-level domain is in the list of IANA, in lower case', () => {
  expect(['com', 'aaa', 'zw'].map(isTopLevelDomain)).toEqual([true, true, true])
  expect(['', 'COM', 'co m', 'local', '\n'].map(isTopLevelDomain)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
