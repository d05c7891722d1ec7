import { aPublishCall } from '@social/testkit'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { readSettings } from '../options.js'
import { claim, isFree } from './owners.js'

const callOf = (idempotencyKey: string, accountId = '1') =>
  aPublishCall({ connection: anAccount({ accountId }), idempotencyKey })

it('a post belongs to the key of the account that made it, and to nobody before', () => {
  const settings = readSettings({})
  const [one, other, sameKeyElsewhere] = [callOf('k'), callOf('l'), callOf('k', '2')]

  expect(isFree('7', one, settings)).toBe(true)
  claim('7', one, settings)

  expect([one, other, sameKeyElsewhere].map((call) => isFree('7', call, settings))).toEqual([
    true,
    false,
    false,
  ])
})

it('the memory is bounded: what was made first is forgotten first', () => {
  const settings = readSettings({})
  for (let post = 0; post <= 2000; post += 1) claim(String(post), callOf('k'), settings)

  expect(settings.owners.size).toBe(2000)
  expect(isFree('0', callOf('l'), settings)).toBe(true)
  expect(isFree('1', callOf('l'), settings)).toBe(false)
})
