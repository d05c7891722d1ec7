import { expect, it } from 'vitest'

import { withoutFragment } from './callback.js'

it('takes the fragment of the network off, and nothing else', () => {
  expect(withoutFragment({ code: 'AQ#_=_', state: 'x#_', other: 'a#_b' })).toEqual({
    code: 'AQ',
    state: 'x',
    other: 'a#_b',
  })
})

it('leaves a parameter that came twice to whoever reads it', () => {
  const callback = { code: ['a#_', 'b#_'], state: undefined } as never

  expect(withoutFragment(callback)).toEqual(callback)
})
