import { strict as assert } from 'node:assert'

import type { SpendingCounter } from '@social/core/store'

import { inParallel, type Bench, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'

const BUCKET = 'tube/units'
const LIMIT = { units: 100, perSeconds: 60 }
/** A span is counted in parts; what was spent may count so much longer, in seconds. */
const MARGIN = 5

async function keep({ port }: Bench<SpendingCounter>, units: number, bucket = BUCKET): Promise<string> {
  const answer = await port.reserve(bucket, units, LIMIT)
  assert.ok(answer.ok, `There is room for ${units} units, and reserve must keep it.`)
  return answer.reservation
}

async function mustBeFull({ port }: Bench<SpendingCounter>, units = 1, bucket = BUCKET): Promise<Date> {
  const answer = await port.reserve(bucket, units, LIMIT)
  assert.ok(!answer.ok, `There is no room for ${units} units, and reserve must say so.`)
  return answer.freeAt
}

const CHECKS: readonly StoreCheckDefinition<SpendingCounter>[] = [
  {
    name: 'keeps room up to the limit, and not a unit more',
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
    name: 'keeps nothing of what it refuses',
    run: async (bench) => {
      await keep(bench, 60)
      for (let time = 0; time < 5; time += 1) await mustBeFull(bench, 41)
      await keep(bench, 40)
    },
  },
  {
    name: 'keeps buckets apart',
    run: async (bench) => {
      const buckets = [BUCKET, 'tube/Units', 'tube/unit', 'tube', 'tube/units ', '']
      for (const bucket of buckets) await keep(bench, 100, bucket)
      for (const bucket of buckets) await mustBeFull(bench, 1, bucket)
    },
  },
  {
    name: 'gives room back, where it was kept',
    run: async (bench) => {
      const reservation = await keep(bench, 100)
      await bench.port.giveBack(BUCKET, 30, reservation)
      assert.equal(await bench.port.spent(BUCKET, LIMIT.perSeconds), 70)
      await keep(bench, 30)
      await mustBeFull(bench)
    },
  },
  {
    name: 'never counts below nothing, and is quiet about what it does not count',
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
    name: 'counts what was spent for the whole span, and forgets it then',
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
    name: 'says when there is room again: not too early, and hardly late',
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
    name: 'counts on when the wall clock is set back, and not for ever',
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
    name: 'never lets more than the limit through when many ask at once',
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
    name: 'counts on when it is opened again',
    needs: 'reopen',
    run: async (bench) => {
      await keep(bench, 100)
      const again = await bench.reopened()
      assert.equal(await again.spent(BUCKET, LIMIT.perSeconds), 100)
    },
  },
  {
    name: 'never lets more than the limit through to several processes',
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
 * The checks of `SpendingCounter`.
 *
 * @example
 * for (const check of new SpendingCounterChecks({ make: () => new MyCounter() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class SpendingCounterChecks extends StoreChecks<SpendingCounter> {
  constructor(hooks: StoreHooks<SpendingCounter>) {
    super(CHECKS, hooks)
  }
}
