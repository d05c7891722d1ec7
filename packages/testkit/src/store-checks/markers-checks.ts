import { strict as assert } from 'node:assert'

import type { Markers } from '@social/core/store'

import { inParallel, mustBeNull, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'

const ID = 'bluesky:did:plc:abc'
const FEED = 'comments'

const twenty = (name: number): string[] => Array.from({ length: 20 }, (_nothing, at) => `${name}-${at}`)

const CHECKS: readonly StoreCheckDefinition<Markers>[] = [
  {
    name: 'returns null for an unknown id',
    run: async ({ port }) => {
      mustBeNull(await port.load(ID, FEED), 'load')
    },
  },
  {
    name: 'returns a marker unchanged',
    run: async ({ port }) => {
      const markers = [
        '9007199254740993',
        '2026-01-02T03:04:05.678Z',
        ' {"a":"é🙂"}\n',
        '0',
        '',
        'x'.repeat(10_000),
      ]
      for (const marker of markers) {
        await port.save(ID, FEED, marker)
        assert.equal(await port.load(ID, FEED), marker, 'A marker is text that must come back whole.')
      }
    },
  },
  {
    name: 'replaces a saved marker, also with an older one',
    run: async ({ port }) => {
      for (const marker of ['2', '3', '1']) await port.save(ID, FEED, marker)
      assert.equal(await port.load(ID, FEED), '1', 'The store must not compare markers.')
    },
  },
  {
    name: 'distinguishes the feeds of a connection',
    run: async ({ port }) => {
      const feeds = ['comments', 'Comments', 'comment', 'comments ', '', '%', '_']
      for (const feed of feeds) await port.save(ID, feed, `of "${feed}"`)
      for (const feed of feeds) assert.equal(await port.load(ID, feed), `of "${feed}"`)
      mustBeNull(await port.load(ID, 'mentions'), 'load')
    },
  },
  {
    name: 'distinguishes connections',
    run: async ({ port }) => {
      const places = [
        [ID, FEED],
        [ID.toUpperCase(), FEED],
        ['bluesky:did', `plc:abc:${FEED}`],
        [`${ID}:${FEED}`, ''],
        ['', `${ID}:${FEED}`],
        [ID, `${FEED}:`],
        [`${ID}:`, FEED],
      ] as const
      for (const [at, [id, feed]] of places.entries()) await port.save(id, feed, String(at))
      for (const [at, [id, feed]] of places.entries()) assert.equal(await port.load(id, feed), String(at))
    },
  },
  {
    name: 'stores one complete marker after concurrent saves',
    run: async ({ port }) => {
      const markers = Array.from({ length: 30 }, (_nothing, at) => `marker-${at}`)
      await inParallel(30, (at) => port.save(ID, FEED, markers[at] ?? ''))
      assert.ok(
        markers.includes((await port.load(ID, FEED)) ?? ''),
        'One of those that were saved must be there.',
      )
    },
  },
  {
    name: 'keeps markers after a restart',
    needs: 'reopen',
    run: async (bench) => {
      await bench.port.save(ID, FEED, 'marker')
      assert.equal(await (await bench.reopened()).load(ID, FEED), 'marker')
    },
  },
  {
    name: 'returns the last saved marker in every process',
    needs: 'processes',
    run: (bench) =>
      bench.race(2, async (competitors) => {
        const place = { connectionId: ID, feed: FEED }
        await Promise.all(
          competitors.map((each, at) => each.ask('markers.save', { ...place, markers: twenty(at) })),
        )
        const [one, other] = await Promise.all(competitors.map((each) => each.ask('markers.load', place)))
        assert.ok(one === '0-19' || one === '1-19', 'The last marker of one of them must be there.')
        assert.equal(other, one, 'Every process must see the same.')
      }),
  },
]

/**
 * Checks for an implementation of `Markers`.
 *
 * @example
 * for (const check of new MarkersChecks({ make: () => new MyMarkers() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class MarkersChecks extends StoreChecks<Markers> {
  constructor(hooks: StoreHooks<Markers>) {
    super(CHECKS, hooks)
  }
}
