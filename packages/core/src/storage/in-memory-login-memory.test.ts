import { describe, expect, it } from 'vitest'

import type { LoginNotes } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import { InMemoryLoginMemory } from './in-memory-login-memory.js'

const lifetime = { lifetimeSeconds: 600 }

function notes(platform = 'fake'): LoginNotes {
  return {
    platform,
    host: null,
    scopes: [],
    redirectUri: 'https://app.example/callback/fake',
    remember: {},
    applicationState: null,
    resumeToken: null,
    expectConnectionId: null,
    browser: null,
  }
}

describe('InMemoryLoginMemory', () => {
  it('stores notes until they are taken, once', async () => {
    const memory = new InMemoryLoginMemory({ clock: new ManualClock() })
    await memory.keep('a', notes(), lifetime)
    expect(await memory.lookUp('a')).toEqual(notes())
    const taken = await Promise.all([memory.take('a'), memory.take('a')])
    expect(taken).toEqual([notes(), null])
    expect(await memory.lookUp('a')).toBeNull()
  })

  it('removes expired notes', async () => {
    const clock = new ManualClock()
    const memory = new InMemoryLoginMemory({ clock })
    await memory.keep('a', notes(), lifetime)
    await clock.advance(599)
    expect(await memory.lookUp('a')).not.toBeNull()
    await clock.advance(1)
    expect(await memory.lookUp('a')).toBeNull()
    expect(await memory.take('a')).toBeNull()
  })

  it.each([0, 1.5, Number.NaN])('refuses a maximum of %d', (maxSize) => {
    expect(() => new InMemoryLoginMemory({ maxSize })).toThrow(ConfigError)
  })

  it('replaces notes, and ignores unknown states', async () => {
    const memory = new InMemoryLoginMemory({ clock: new ManualClock() })
    await memory.keep('a', notes('one'), lifetime)
    await memory.keep('a', notes('two'), lifetime)
    expect((await memory.lookUp('a'))?.platform).toBe('two')
    await memory.forget('a')
    await memory.forget('a')
    expect(await memory.lookUp('a')).toBeNull()
  })

  it('removes the oldest when it is full', async () => {
    const memory = new InMemoryLoginMemory({ maxSize: 2, clock: new ManualClock() })
    for (const state of ['a', 'b', 'c']) await memory.keep(state, notes(), lifetime)
    expect(await memory.lookUp('a')).toBeNull()
    expect(await memory.lookUp('b')).not.toBeNull()
    expect(await memory.lookUp('c')).not.toBeNull()
  })

  it('requires a valid size', () => {
    expect(() => new InMemoryLoginMemory({ maxSize: 0 })).toThrow(ConfigError)
  })
})
