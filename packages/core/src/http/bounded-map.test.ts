import { describe, expect, it } from 'vitest'

import { BoundedMap } from './bounded-map.js'

/** A map of three that was filled with a, b and c, in that order. */
function aFullMap(): BoundedMap<string, number> {
  const map = new BoundedMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  return map
}

describe('a map that forgets', () => {
  it('holds as many as it may, and answers undefined for the rest', () => {
    const map = aFullMap()
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, 1, 2, undefined])
  })

  it('forgets what was set first when one more comes', () => {
    const map = aFullMap()
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 1, 2, 3])
  })

  it('keeps what was read lately', () => {
    const map = aFullMap()
    map.get('a')
    map.set('d', 3)
    expect(['a', 'b'].map((key) => map.get(key))).toEqual([0, undefined])
  })

  it('keeps what was set again lately, with its newest value', () => {
    const map = aFullMap()
    map.set('a', 9)
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([9, undefined, 2, 3])
  })

  it('forgets on request, and then has room for one more', () => {
    const map = aFullMap()
    map.delete('b')
    map.delete('nobody')
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, undefined, 2, 3])
  })

  it('keeps a value that is false', () => {
    const map = new BoundedMap<string, boolean>(1)
    map.set('a', false)
    map.get('a')
    expect(map.get('a')).toBe(false)
  })

  it('never grows beyond its bound', () => {
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
