import { describe, expect, it } from 'vitest'

import { BoundedMap } from './bounded-map.js'

/** Creates a full map with three entries, which were added in the order a, b, c. */
function aFullMap(): BoundedMap<string, number> {
  const map = new BoundedMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  return map
}

describe('a bounded map', () => {
  it('holds the maximum number of entries, and returns undefined for others', () => {
    const map = aFullMap()
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, 1, 2, undefined])
  })

  it('removes the oldest entry when it is full', () => {
    const map = aFullMap()
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 1, 2, 3])
  })

  it('keeps recently read entries', () => {
    const map = aFullMap()
    map.get('a')
    map.set('d', 3)
    expect(['a', 'b'].map((key) => map.get(key))).toEqual([0, undefined])
  })

  it('keeps recently set entries with their latest value', () => {
    const map = aFullMap()
    map.set('a', 9)
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([9, undefined, 2, 3])
  })

  it('deletes entries, and then has room for one more', () => {
    const map = aFullMap()
    map.delete('b')
    map.delete('nobody')
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, undefined, 2, 3])
  })

  it('stores the value false', () => {
    const map = new BoundedMap<string, boolean>(1)
    map.set('a', false)
    map.get('a')
    expect(map.get('a')).toBe(false)
  })

  it('never exceeds its maximum size', () => {
    const map = new BoundedMap<number, number>(100)
    for (let key = 0; key < 10_000; key += 1) {
      map.set(key, key)
      map.get(key - 50)
    }
    let held = 0
    for (let key = 0; key < 10_000; key += 1) if (map.get(key) !== undefined) held += 1
    expect(held).toBe(100)
  })
})
