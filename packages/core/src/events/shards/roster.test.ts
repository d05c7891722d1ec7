import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { planTurn, type Roster, rosterFromReceipt, rosterToReceipt, type Turn } from './roster.js'

const members = (shards: Readonly<Record<string, readonly number[]>>): Roster =>
  new Map(Object.entries(shards).map(([id, held]) => [id, { beat: 1, shards: held }]))

/** Input for a turn of the worker `me`, in a poller with six shards. */
const turn = (more: Partial<Turn> = {}): Turn => ({
  roster: new Map(),
  me: 'me',
  beat: 2,
  shards: 6,
  gone: new Set(),
  ending: new Set(),
  ended: new Set(),
  isLeaving: false,
  mayTake: true,
  ...more,
})

/** Returns the shards of each worker after the turn. */
const held = ({ roster }: { readonly roster: Roster }) =>
  Object.fromEntries([...roster].map(([id, { shards }]) => [id, shards]))

describe('a turn', () => {
  it('of a single worker takes all shards, and stores its heartbeat', () => {
    const plan = planTurn(turn())
    expect(plan).toMatchObject({ mine: [0, 1, 2, 3, 4, 5], giveUp: [], workers: 1, isSettled: true })
    expect(plan.roster.get('me')).toEqual({ beat: 2, shards: [0, 1, 2, 3, 4, 5] })
  })

  it('of a new worker takes free shards, and waits for the rest of its share', () => {
    const plan = planTurn(turn({ roster: members({ other: [0, 1, 2, 3, 4] }) }))
    expect(plan).toMatchObject({ mine: [5], giveUp: [], workers: 2, isSettled: false })
    expect(held(plan)).toEqual({ other: [0, 1, 2, 3, 4], me: [5] })
  })

  it('of a worker with too many shards gives up the last ones, and holds them until their polls have ended', () => {
    const plan = planTurn(turn({ roster: members({ me: [0, 1, 2, 3, 4, 5], other: [] }) }))
    expect(plan).toMatchObject({ mine: [0, 1, 2], giveUp: [3, 4, 5], isSettled: false })
    expect(held(plan)['me']).toEqual([0, 1, 2, 3, 4, 5])

    const next = planTurn(turn({ roster: plan.roster, ending: new Set([4]), ended: new Set([3, 5]) }))
    expect(next).toMatchObject({ mine: [0, 1, 2], giveUp: [], isSettled: false })
    expect(held(next)['me']).toEqual([0, 1, 2, 4])
  })

  it('takes the shards of dead workers', () => {
    const plan = planTurn(
      turn({ roster: members({ me: [0, 1, 2], other: [3, 4, 5] }), gone: new Set(['other']) }),
    )
    expect(plan).toMatchObject({ mine: [0, 1, 2, 3, 4, 5], workers: 1, isSettled: true })
    expect(held(plan)).toEqual({ me: [0, 1, 2, 3, 4, 5] })
  })

  it('of a worker with too few shards takes only the missing number', () => {
    const plan = planTurn(turn({ roster: members({ me: [0], other: [5] }) }))
    expect(plan).toMatchObject({ mine: [0, 1, 2], workers: 2, isSettled: true })
    expect(held(plan)).toEqual({ other: [5], me: [0, 1, 2] })
  })

  it('takes nothing while the roster may miss active workers', () => {
    const plan = planTurn(turn({ roster: members({ me: [0] }), mayTake: false }))
    expect(plan).toMatchObject({ mine: [0], isSettled: false })
  })

  it('of a leaving worker stops all polls, and removes the worker from the roster after the last poll', () => {
    const roster = members({ me: [0, 1], other: [2] })
    const leaving = planTurn(turn({ roster, isLeaving: true }))
    expect(leaving).toMatchObject({ mine: [], giveUp: [0, 1], workers: 1 })
    expect(held(leaving)).toEqual({ other: [2], me: [0, 1] })
    const left = planTurn(turn({ roster, isLeaving: true, ended: new Set([0, 1]) }))
    expect(held(left)).toEqual({ other: [2] })
  })

  it('leaves the remainder with the worker that already has more, otherwise with the first by id', () => {
    const odd = { shards: 5 }
    expect(planTurn(turn({ ...odd, roster: members({ me: [0, 1, 2], a: [3, 4] }) }))).toMatchObject({
      mine: [0, 1, 2],
      isSettled: true,
    })
    expect(planTurn(turn({ ...odd, roster: members({ me: [0, 1], a: [2, 3] }) })).mine).toEqual([0, 1])
    expect(planTurn(turn({ ...odd, roster: members({ me: [0, 1], z: [2, 3] }) })).mine).toEqual([0, 1, 4])
  })

  it('never assigns a shard to two workers while workers join, leave and die', () => {
    let roster: Roster = new Map()
    const workers = ['a', 'b', 'c', 'd']
    for (let n = 0; n < 200; n += 1) {
      const me = workers[(n * 7) % 4] ?? 'a'
      const isLeaving = n % 11 === 0
      const before = planTurn(turn({ roster, me, beat: n, isLeaving }))
      const plan = planTurn(
        turn({ roster: before.roster, me, beat: n, isLeaving, ended: new Set(before.giveUp) }),
      )
      ;({ roster } = plan)
      const all = [...roster.values()].flatMap(({ shards }) => shards)
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('the roster', () => {
  it('is read as it was written', () => {
    const roster = members({ me: [0, 1], other: [] })
    expect(rosterFromReceipt(rosterToReceipt(roster))).toEqual(roster)
    expect(rosterFromReceipt(null)).toEqual(new Map())
  })

  it.each([
    {},
    { members: 'me' },
    { members: null },
    { members: { me: null } },
    { members: { me: { beat: '1', shards: [] } } },
    { members: { me: { beat: 1 } } },
    { members: { me: { beat: 1, shards: [0.5] } } },
    { members: { me: { beat: 1, shards: ['0'] } } },
  ])('that no worker wrote is refused: %j', (receipt) => {
    expect(() => rosterFromReceipt(receipt)).toThrow(ConfigError)
    expect(() => rosterFromReceipt(receipt)).toThrow('Give the poller another name')
  })
})
