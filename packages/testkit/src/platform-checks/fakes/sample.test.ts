import { tokenReplySchema } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { sampleOf } from './sample.js'

describe('a generated reply', () => {
  it.each<[string, v.GenericSchema]>([
    ['an object', v.object({ id: v.string(), count: v.number(), ok: v.boolean() })],
    ['a strict object', v.strictObject({ id: v.pipe(v.string(), v.digits()) })],
    ['a list that must not be empty', v.pipe(v.array(v.object({ id: v.number() })), v.minLength(1))],
    ['a tuple', v.tuple([v.string(), v.number()])],
    ['one of several', v.union([v.object({ kind: v.literal('a') }), v.string()])],
    [
      'one of several, told by a field',
      v.variant('kind', [v.object({ kind: v.literal('a'), n: v.number() })]),
    ],
    ['two at once', v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })])],
    ['a word of a list', v.picklist(['IN_PROGRESS', 'FINISHED'])],
    ['a record', v.record(v.string(), v.object({ name: v.string() }))],
    ['an address', v.object({ avatar_url: v.pipe(v.string(), v.url()) })],
    ['a moment', v.object({ made: v.pipe(v.string(), v.isoTimestamp()) })],
    ['a text of a shape', v.object({ whose: v.pipe(v.string(), v.startsWith('did:')) })],
    ['a number within bounds', v.object({ part: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) })],
    ['a number as text', v.object({ likes: v.pipe(v.string(), v.transform(Number), v.integer()) })],
    ['something that may be missing', v.object({ a: v.optional(v.string()), b: v.nullish(v.number()) })],
    ['something with a value to fall back on', v.object({ list: v.fallback(v.array(v.string()), []) })],
    ['a token', tokenReplySchema],
    ['nothing in particular', v.unknown()],
    ['null', v.null()],
  ])('is read by a schema of %s', (_what, schema) => {
    expect(v.safeParse(schema, sampleOf(schema, 0))).toMatchObject({ success: true })
  })

  it.each<[string, (tree: () => v.GenericSchema) => v.GenericSchema]>([
    ['lists', (tree) => v.array(v.lazy(tree))],
    ['lists of tuples', (tree) => v.array(v.tuple([v.lazy(tree)]))],
    ['lists of records', (tree) => v.array(v.record(v.string(), v.lazy(tree)))],
    ['what may be missing', (tree) => v.optional(v.lazy(tree))],
  ])('ends where a schema of %s never does', (_what, inner) => {
    const tree: v.GenericSchema = v.object({ id: v.string(), replies: inner(() => tree) })

    expect(JSON.stringify(sampleOf(tree, 0)).length).toBeLessThan(2_000)
  })

  it('is the same for the same turn, and has another token in the next', () => {
    expect(sampleOf(tokenReplySchema, 1)).toEqual(sampleOf(tokenReplySchema, 1))
    expect(sampleOf(tokenReplySchema, 1)).not.toEqual(sampleOf(tokenReplySchema, 2))
  })

  it('omits fields that report a failure or another page', () => {
    const page = v.object({
      error: v.nullish(v.string()),
      next_page_token: v.nullish(v.string()),
      id: v.string(),
    })

    expect(sampleOf(page, 0)).toEqual({ error: null, id: '71', next_page_token: null })
  })

  it('makes elements of a list that differ only in their ids', () => {
    const schema = v.array(v.object({ id: v.string(), created_at: v.string() }))

    expect(sampleOf(schema, 0)).toEqual([
      { id: '71', created_at: '2023-12-31T23:00:00Z' },
      { id: '72', created_at: '2023-12-31T23:00:00Z' },
    ])
  })

  it('has room left', () => {
    const quota = v.object({ quota_usage: v.number(), quota_total: v.number() })

    expect(sampleOf(quota, 0)).toEqual({ quota_usage: 0, quota_total: 500 })
  })

  it('returns one final state after the other', () => {
    const schema = v.object({ status: v.string() })
    const replies = [0, 1, 2].map((round) => JSON.stringify(sampleOf(schema, 5, { round })))

    expect(replies[0]).toBe('{"status":"FINISHED"}')
    expect(new Set(replies).size).toBe(3)
    expect(sampleOf(v.picklist(['FAILED', 'WORKING', 'SUCCESS']), 0)).toBe('SUCCESS')
  })
})
