import * as v from 'valibot'
import { expect, it } from 'vitest'

import { listOf } from './list-of.js'

const schema = listOf(v.looseObject({ id: v.string() }))

it('keeps the valid entries of a list', () => {
  expect(v.parse(schema, [null, 7, {}, { id: 7 }, { id: 'a', more: 1 }])).toEqual([{ id: 'a', more: 1 }])
  expect(v.parse(schema, [])).toEqual([])
})

it.each([null, undefined, {}, 'text', 7])('refuses a value that is not a list: %j', (value) => {
  expect(v.safeParse(schema, value).success).toBe(false)
})
