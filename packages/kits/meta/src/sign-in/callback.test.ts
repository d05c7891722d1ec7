import { expect, it } from 'vitest'

import { withoutFragment } from './callback.js'

it('removes only the fragment of the network', () => {
  expect(withoutFragment({ code: 'AQ#_=_', state: 'x#_', other: 'a#_b' })).toEqual({
    code: 'AQ',
    state: 'x',
    other: 'a#_b',
  })
})

it('leaves a repeated parameter unchanged', () => {
  const callback = { code: ['a#_', 'b#_'], state: undefined } as never

  expect(withoutFragment(callback)).toEqual(callback)
})
