import { getEventListeners } from 'node:events'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { aBench } from './__fixtures__/engine.js'

describe('a request with a signal of its own', () => {
  it('leaves no listener on it once it was answered', async () => {
    const { signal } = new AbortController()
    const { http } = aBench([{ body: { id: '7' } }])

    await http.get('/things', v.unknown(), { signal })

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('leaves no listener on the call either, however many there were', async () => {
    const { http, deadline } = aBench(Array.from({ length: 20 }, () => ({ body: { id: '7' } })))
    const before = getEventListeners(deadline.signal, 'abort').length

    for (let n = 0; n < 20; n += 1)
      await http.get('/things', v.unknown(), { signal: new AbortController().signal })

    expect(getEventListeners(deadline.signal, 'abort')).toHaveLength(before)
  })

  it('leaves no listener on it when it is refused before it is sent', async () => {
    const { signal } = new AbortController()
    const { http } = aBench([])

    const twoBodies = { json: {}, form: {}, signal }
    await expect(http.post('/things', v.unknown(), twoBodies)).rejects.toThrow(ConfigError)

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is refused when the signal is none, and sent when it is null', async () => {
    const { http } = aBench([{ body: {} }])

    for (const signal of [{}, 'x', Symbol('s')])
      await expect(http.get('/things', v.unknown(), { signal: signal as never })).rejects.toThrow(ConfigError) // on purpose
    await http.get('/things', v.unknown(), { signal: null as never }) // as code without types does
  })

  it('is stopped by it', async () => {
    const { http } = aBench([{ body: {} }])

    const asking = http.get('/things', v.unknown(), { signal: AbortSignal.abort('enough') })

    await expect(asking).rejects.toBe('enough')
  })
})
