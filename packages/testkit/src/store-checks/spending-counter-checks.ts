import { strict as assert } from 'node:assert'

import type { SpendingCounter } from '@social/core/store'

import { inParallel, type Bench, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'

const BUCKET = 'tube/units'
const LIMIT = { units: 100, perSeconds: 60 }
/**
 * Seconds. A counter may group units into time slots, so units may count this much longer than the
 * period.
 */
const MARGIN = 5

async function keep({ port }: Bench<SpendingCounter>, units: number, bucket = BUCKET): Promise<string> {
  const answer = await port.reserve(bucket, units, LIMIT)
  assert.ok(answer.ok, `There is room for ${units} units, and reserve must keep it.`)
  return answer.reservation
}

async function mustBeFull({ port }: Bench<SpendingCounter>, units = 1, bucket = BUCKET): Promise<Date> {
  const answer = await port.reserve(bucket, units, LIMIT)
  assert.ok(!answer.ok, `There is no room for ${units} units, and reserve must refuse.`)
  return answer.freeAt
}

const CHECKS: readonly StoreCheckDefinition<SpendingCounter>[] = [
  {
    name: 'reserves units up to the limit, and not one more',
    run: async (bench) => {
      assert.equal(await bench.port.spent(BUCKET, LIMIT.perSeconds), 0)
      await keep(bench, 60)
      await mustBeFull(bench, 41)
      await keep(bench, 40)
      await mustBeFull(bench, 1)
      assert.equal(await bench.port.spent(BUCKET, LIMIT.perSeconds), 100)
    },
  },
  {
    name: 'counts no units of a refused reservation',
    run: async (bench) => {
      await keep(bench, 60)
      for (let time = 0; time < 5; time += 1) await mustBeFull(bench, 41)
      await keep(bench, 40)
    },
  },
  {
    name: 'distinguishes buckets',
    run: async (bench) => {
      const buckets = [BUCKET, 'tube/Units', 'tube/unit', 'tube', 'tube/units ', '']
      for (const bucket of buckets) await keep(bench, 100, bucket)
      for (const bucket of buckets) await mustBeFull(bench, 1, bucket)
    },
  },
  {
    name: 'returns released units to their bucket',
    run: async (bench) => {
      const reservation = await keep(bench, 100)
      await bench.port.giveBack(BUCKET, 30, reservation)
      assert.equal(await bench.port.spent(BUCKET, LIMIT.perSeconds), 70)
      await keep(bench, 30)
      await mustBeFull(bench)
    },
  },
  {
    name: 'never counts below 0, and ignores unknown buckets',
    run: async (bench) => {
      const reservation = await keep(bench, 10)
      await bench.port.giveBack(BUCKET, 50, reservation)
      await bench.port.giveBack(BUCKET, 50, reservation)
      await bench.port.giveBack('another', 50, reservation)
      await keep(bench, 100)
      await mustBeFull(bench)
    },
  },
  {
    name: 'counts units for the whole period, and not longer',
    run: async (bench) => {
      await keep(bench, 100)
      await bench.pass(LIMIT.perSeconds - MARGIN)
      await mustBeFull(bench)
      await bench.pass(2 * MARGIN)
      assert.equal(await bench.port.spent(BUCKET, LIMIT.perSeconds), 0)
      await keep(bench, 100)
    },
  },
  {
    name: 'returns when units are available again, neither early nor much too late',
    run: async (bench) => {
      await keep(bench, 60)
      const first = await mustBeFull(bench, 50)
      await bench.pass(30)
      await keep(bench, 40)
      const second = await mustBeFull(bench, 90)
      const apart = (second.getTime() - first.getTime()) / 1000
      assert.ok(
        Math.abs(apart - 30) <= MARGIN,
        `Room for more comes 30 seconds later, not ${apart}: when the newer units end.`,
      )
      await bench.pass(30 + MARGIN)
      await keep(bench, 50)
    },
  },
  {
    name: 'keeps counting after the wall clock was set back, but not forever',
    needs: 'stepClock',
    run: async (bench) => {
      await keep(bench, 100)
      bench.stepClock(-100_000)
      await mustBeFull(bench)
      await bench.pass(LIMIT.perSeconds + MARGIN)
      await keep(bench, 100)
    },
  },
  {
    name: 'never exceeds the limit with concurrent reservations',
    run: async ({ port }) => {
      const answers = await inParallel(50, () => port.reserve(BUCKET, 7, LIMIT))
      assert.equal(
        answers.filter(({ ok }) => ok).length,
        14,
        '14 times 7 is 98: the fifteenth is one too many.',
      )
    },
  },
  {
    name: 'keeps its counts after a restart',
    needs: 'reopen',
    run: async (bench) => {
      await keep(bench, 100)
      const again = await bench.reopened()
      assert.equal(await again.spent(BUCKET, LIMIT.perSeconds), 100)
    },
  },
  {
    name: 'never exceeds the limit across several processes',
    needs: 'processes',
    run: (bench) =>
      bench.race(4, async (competitors) => {
        const wish = { bucket: BUCKET, units: 3, times: 50, limit: { units: 100, perSeconds: 3600 } }
        const kept = await Promise.all(competitors.map((each) => each.ask('spending.reserve', wish)))
        const sum = kept.reduce<number>((all, times) => all + Number(times), 0)
        assert.equal(
          sum,
          33,
          '33 times 3 is 99: one more would be too many, one less was refused without need.',
        )
      }),
  },
]

/**
 * Checks for an implementation of `SpendingCounter`.
 *
 * @example
 * for (const check of new SpendingCounterChecks({ make: () => new MyCounter() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class SpendingCounterChecks extends StoreChecks<SpendingCounter> {
  constructor(hooks: StoreHooks<SpendingCounter>) {
    super(CHECKS, hooks)
  }
}
