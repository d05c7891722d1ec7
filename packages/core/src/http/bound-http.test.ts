import { getEventListeners } from 'node:events'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { aBench } from './__fixtures__/engine.js'

describe('a request with its own signal', () => {
  it('leaves no listener on it after the response', async () => {
    const { signal } = new AbortController()
    const { http } = aBench([{ body: { id: '7' } }])

    await http.get('/things', v.unknown(), { signal })

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('leaves no listeners on the signal of the call', async () => {
    const { http, deadline } = aBench(Array.from({ length: 20 }, () => ({ body: { id: '7' } })))
    const before = getEventListeners(deadline.signal, 'abort').length

    for (let n = 0; n < 20; n += 1)
      await http.get('/things', v.unknown(), { signal: new AbortController().signal })

    expect(getEventListeners(deadline.signal, 'abort')).toHaveLength(before)
  })

  it('leaves no listener on it if the request is refused before it is sent', async () => {
    const { signal } = new AbortController()
    const { http } = aBench([])

    const twoBodies = { json: {}, form: {}, signal }
    await expect(http.post('/things', v.unknown(), twoBodies)).rejects.toThrow(ConfigError)

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is refused for an invalid signal, and sent for null', async () => {
    const { http } = aBench([{ body: {} }])

    for (const signal of [{}, 'x', Symbol('s')])
      await expect(http.get('/things', v.unknown(), { signal: signal as never })).rejects.toThrow(ConfigError) // on purpose
    await http.get('/things', v.unknown(), { signal: null as never }) // wrong type on purpose, as JavaScript applications may pass it
  })

  it('is aborted by it', async () => {
    const { http } = aBench([{ body: {} }])

    const sending = http.get('/things', v.unknown(), { signal: AbortSignal.abort('enough') })

    await expect(sending).rejects.toBe('enough')
  })
})
