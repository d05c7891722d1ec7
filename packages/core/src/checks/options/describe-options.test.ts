import * as v from 'valibot'
import { expect, it } from 'vitest'

import { describeOptions } from './describe-options.js'
import { withInfo } from './option-info.js'

const label = { en: 'Board', de: 'Board' }
const schema = v.pipe(
  v.strictObject({
    boardId: v.optional(withInfo(v.pipe(v.string(), v.maxLength(50)), { label, networkName: 'board_id' })),
    visibility: v.optional(v.picklist(['public', 'private']), 'public'),
    isAd: v.boolean(),
    tags: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxGraphemes(30))), v.maxLength(5))),
    poll: v.optional(
      v.strictObject({ seconds: withInfo(v.pipe(v.number(), v.minValue(300)), { label, unit: 'seconds' }) }),
    ),
  }),
  v.check(() => true),
)

it('describes type, limits, choices, default and texts of each option', () => {
  const options = describeOptions(schema)
  expect(options.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['boardId', 'text', false],
    ['visibility', 'choice', false],
    ['isAd', 'boolean', true],
    ['tags', 'list', false],
    ['poll', 'object', false],
  ])
  expect(options).toMatchObject([
    { max: 50, min: null, info: { label, networkName: 'board_id' }, default: undefined },
    { choices: ['public', 'private'], default: 'public', info: null },
    { choices: [], fields: [] },
    { max: 5, items: { type: 'text', max: 30 } },
    { fields: [{ name: 'seconds', type: 'number', min: 300, isRequired: true, info: { unit: 'seconds' } }] },
  ])
})

it('an option with a description keeps its type', () => {
  const { output } = v.safeParse(schema, { isAd: true, boardId: '5' })
  expect(output).toEqual({ isAd: true, boardId: '5', visibility: 'public' })
  expect(v.safeParse(schema, { isAd: true, boardId: 'x'.repeat(51) }).success).toBe(false)
})
