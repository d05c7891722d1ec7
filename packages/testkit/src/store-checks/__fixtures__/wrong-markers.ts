import type { Markers } from '@social/core/store'

import type { WrongStore } from './wrong-store.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Creates a `Markers` store in memory. `name` builds the storage key, and `bend` changes saved
 * markers.
 */
function markers({
  name = (connectionId: string, feed: string) => JSON.stringify([connectionId, feed]),
  bend = (marker: string): string => marker,
} = {}): Markers {
  const kept = new Map<string, string>()
  return {
    load: async (connectionId, feed) => kept.get(name(connectionId, feed)) ?? null,
    save: async (connectionId, feed, marker) => void kept.set(name(connectionId, feed), bend(marker)),
  }
}

export const WRONG_MARKERS: readonly WrongStore<Markers>[] = [
  {
    what: 'answers undefined for what is missing',
    noticedBy: 'returns null for an unknown id',
    saying: /load must return null, not undefined, if nothing is stored/,
    make: () => {
      const kept = new Map<string, string>()
      return {
        load: async (connectionId, feed) => kept.get(JSON.stringify([connectionId, feed])) as never, // deliberate defect: returns undefined instead of null
        save: async (connectionId, feed, marker) => void kept.set(JSON.stringify([connectionId, feed]), marker),
      }
    },
  },
  {
    what: 'starts with an empty marker',
    noticedBy: 'returns null for an unknown id',
    make: () => {
      const kept = markers()
      return { load: async (id, feed) => (await kept.load(id, feed)) ?? '', save: (...args) => kept.save(...args) }
    },
  },
  {
    what: 'takes markers for numbers',
    noticedBy: 'returns a marker unchanged',
    make: () => markers({ bend: (marker) => (/^\d+$/.test(marker) ? String(Number(marker)) : marker) }),
  },
  {
    what: 'cuts long markers off',
    noticedBy: 'returns a marker unchanged',
    make: () => markers({ bend: (marker) => marker.slice(0, 255) }),
  },
  {
    what: 'keeps the greatest marker',
    noticedBy: 'replaces a saved marker, also with an older one',
    make: () => {
      const kept = markers()
      return {
        load: (id, feed) => kept.load(id, feed),
        save: async (id, feed, marker) => {
          const before = await kept.load(id, feed)
          if (before === null || before < marker) await kept.save(id, feed, marker)
        },
      }
    },
  },
  {
    what: 'has one marker for all feeds',
    noticedBy: 'distinguishes the feeds of a connection',
    make: () => markers({ name: (connectionId) => connectionId }),
  },
  {
    what: 'compares feeds without case',
    noticedBy: 'distinguishes the feeds of a connection',
    make: () => markers({ name: (connectionId, feed) => JSON.stringify([connectionId, feed.toLowerCase()]) }),
  },
  {
    what: 'glues connection and feed together',
    noticedBy: 'distinguishes connections',
    make: () => markers({ name: (connectionId, feed) => `${connectionId}:${feed}` }),
  },
  {
    what: 'has one marker for all connections',
    noticedBy: 'distinguishes connections',
    make: () => markers({ name: (_connectionId, feed) => feed }),
  },
  {
    what: 'writes a marker in two halves',
    noticedBy: 'stores one complete marker after concurrent saves',
    make: () => {
      const kept = markers()
      return {
        load: (id, feed) => kept.load(id, feed),
        save: async (id, feed, marker) => {
          const half = Math.floor(marker.length / 2)
          await kept.save(id, feed, marker.slice(0, half))
          await turn()
          await kept.save(id, feed, `${(await kept.load(id, feed)) ?? ''}${marker.slice(half)}`)
        },
      }
    },
  },
]
