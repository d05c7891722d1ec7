import { aCall, FakeClock, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { boards, boardSections, createBoard, createSection } from '../index.js'
import { pinterest } from '../platform.js'

const BOARDS = 'POST /v5/boards'
const SECTIONS = 'POST /v5/boards/7/sections'

const callOf = (replies: Readonly<Record<string, unknown>>) =>
  aCall({
    platform: pinterest(),
    connection: anAccount(),
    clock: new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: true }),
    retries: { attempts: 1 },
    replies,
  })

describe('a board', () => {
  it.each(['PUBLIC', 'PROTECTED', 'SECRET'] as const)('can be %s', async (privacy) => {
    const call = callOf({ [BOARDS]: { id: '7', name: 'Lamps', privacy } })

    expect(await createBoard({ name: 'Lamps', privacy }, call)).toMatchObject({ id: '7', name: 'Lamps' })

    expect(call.transport.requests.map(({ json }) => json)).toEqual([{ name: 'Lamps', privacy }])
  })

  it.each<object>([{ name: '' }, {}, { name: 'Lamps', privacy: 'HIDDEN' }, { name: 'Lamps', color: 'red' }])(
    'is refused before a request: %j',
    async (board) => {
      const call = callOf({})
      // Invalid on purpose, as in an application without types.
      await expect(createBoard(board as Parameters<typeof createBoard>[0], call)).rejects.toMatchObject({
        code: 'INVALID_POST',
        platform: 'pinterest',
      })
      expect(call.transport.requests).toEqual([])
    },
  )
})

describe('a section', () => {
  const busy = { status: 409, body: { code: 409, message: 'Conflict' } }

  it('has a name of 1 to 180 characters', async () => {
    const call = callOf({ [SECTIONS]: { id: '9', name: 'x' } })
    for (const name of ['', 'x'.repeat(181)])
      await expect(createSection('7', name, call)).rejects.toMatchObject({
        code: 'INVALID_POST',
        platform: 'pinterest',
      })
    expect(call.transport.requests).toEqual([])
    expect(await createSection('7', 'x'.repeat(180), call)).toMatchObject({ id: '9' })
  })

  it('is requested four times, a second apart, while the board is locked', async () => {
    const call = callOf({ [SECTIONS]: inTurn(busy, busy, busy, { id: '9', name: 'Velvet' }) })
    const before = call.clock.now().getTime()

    expect(await createSection('7', 'Velvet', call)).toMatchObject({ id: '9', name: 'Velvet' })

    expect((call.clock.now().getTime() - before) / 1000).toBe(3)
    const never = callOf({ [SECTIONS]: busy })
    await expect(createSection('7', 'Velvet', never)).rejects.toMatchObject({ statusCode: 409 })
    expect(never.transport.requests).toHaveLength(4)
  })
})

it.each([
  ['boards', (call: never) => boards(call)],
  ['boardSections', (call: never) => boardSections('7', call)],
  ['createBoard', (call: never) => createBoard({ name: 'Lamps' }, call)],
  ['createSection', (call: never) => createSection('7', 'Velvet', call)],
])('%s reports its own name when the call is missing', async (name, work) => {
  // Invalid on purpose, as in an application without types.
  await expect(work(undefined as never)).rejects.toThrow(
    new RegExp(`^${name} requires the call of an account`),
  )
})

it.each([
  ['boards', (options: object) => boards(callOf({}), options)],
  ['boardSections', (options: object) => boardSections('7', callOf({}), options)],
])('%s reports its own name for an invalid limit', async (name, work) => {
  await expect(work({ limit: 0 })).rejects.toThrow(new RegExp(`^${name}: limit must be`))
})
