import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { InMemoryMarkers } from './in-memory-markers.js'

describe('InMemoryMarkers', () => {
  it('returns the last saved marker, by connection and feed', async () => {
    const markers = new InMemoryMarkers()
    expect(await markers.load('a', 'b')).toBe(null)
    await markers.save('a', 'b', '1')
    await markers.save('a', 'b', '2')
    await markers.save('a', 'c', '3')
    await markers.save('a b', 'c', '4')
    await markers.save('a', 'b c', '5')
    expect(await markers.load('a', 'b')).toBe('2')
    expect(await markers.load('a', 'c')).toBe('3')
    expect(await markers.load('a b', 'c')).toBe('4')
  })

  it('removes the least recently used marker', async () => {
    const markers = new InMemoryMarkers({ maxSize: 2 })
    await markers.save('a', 'f', '1')
    await markers.save('b', 'f', '2')
    await markers.load('a', 'f')
    await markers.save('c', 'f', '3')
    expect(await markers.load('a', 'f')).toBe('1')
    expect(await markers.load('b', 'f')).toBe(null)
  })

  it('requires a valid size', () => {
    for (const maxSize of [0, -1, 1.5, Number.NaN])
      expect(() => new InMemoryMarkers({ maxSize })).toThrow(ConfigError)
    expect(() => new InMemoryMarkers({ maxSize: 1 })).not.toThrow()
  })
})
