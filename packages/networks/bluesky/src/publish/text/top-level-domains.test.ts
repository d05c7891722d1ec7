import { expect, it } from 'vitest'

import { isTopLevelDomain } from './top-level-domains.js'

it('an ending is one of the list of IANA, in small letters', () => {
  expect(['com', 'aaa', 'zw'].map(isTopLevelDomain)).toEqual([true, true, true])
  expect(['', 'COM', 'co m', 'local', '\n'].map(isTopLevelDomain)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
