import * as v from 'valibot'
import { expect, it } from 'vitest'

import { postedReply } from './schemas.js'

it.each([['1'], ['01HZX'], [7]])('reads the id %j', (id) => {
  expect(v.parse(postedReply, { id }).id).toBe(String(id))
})

it.each([[''], [null], [{}], [true]])(
  'treats a status with the id %j as unreadable, so that it is searched for',
  (id) => {
    expect(v.is(postedReply, { id })).toBe(false)
  },
)
