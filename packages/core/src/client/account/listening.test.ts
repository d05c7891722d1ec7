import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { UpdateListener } from '../../contract/index.js'
import { ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import { makeUpdate } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'

const anUpdate = (id: string) =>
  makeUpdate({
    id,
    kind: 'MENTION',
    platform: 'sample',
    connectionId: 'sample:1',
    timestamp: '2026-01-01T00:00:00Z',
  })

const fetchUpdatesAfter = async () => ({ updates: [], marker: '1', more: false })

const careless = (): never => {
  throw new Error('careless')
}

/** Makes an account whose platform keeps its stream open until the test ends the stream. */
async function aListener(changes: object = {}) {
  const streams: { readonly listener: UpdateListener; readonly signal: AbortSignal }[] = []
  const listen = async (listener: UpdateListener, { signal }: { readonly signal: AbortSignal }) => {
    streams.push({ listener, signal })
    listener.opened()
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const { client, transport } = await aCapableClient({ listen, fetchUpdatesAfter, ...changes })
  return { account: client.account('sample:1'), streams, transport }
}

describe('account.listen', () => {
  it("leaves no listener on the caller's signal after it has ended", async () => {
    const { account, streams } = await aListener()
    const stop = new AbortController()
    const updates = account.listen({ signal: stop.signal })
    const next = updates.next()
    await expect.poll(() => streams.length).toBe(1)
    streams[0]?.listener.happened(anUpdate('1'))
    expect(await next).toMatchObject({ value: { id: '1' } })
    expect(getEventListeners(stop.signal, 'abort').length).toBeGreaterThan(0)

    await updates.return?.()
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    expect(streams[0]?.signal.aborted).toBe(true)
  })

  it("delivers the platform's updates, and passes the maximum silence", async () => {
    const { account, streams } = await aListener()
    const updates = account.listen({ silenceSeconds: 7 })
    const next = updates.next()
    while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(streams[0]?.listener.silenceSeconds).toBe(7)
    streams[0]?.listener.happened(anUpdate('one'))
    streams[0]?.listener.happened(anUpdate('one'))
    streams[0]?.listener.happened(anUpdate('two'))

    expect(await next).toMatchObject({ value: { id: 'one' } })
    expect(await updates.next()).toMatchObject({ value: { id: 'two' } })
    await updates.return?.()
    expect(streams[0]?.signal.aborted).toBe(true)
    expect(await updates.next()).toEqual({ done: true, value: undefined })
  })

  it.each<[object]>([[{ features: [] }], [{ features: ['LISTEN'] }]])(
    'is refused by name on a platform without it: %j',
    async (changes) => {
      const { account, streams } = await aListener(changes)

      await expect(account.listen().next()).rejects.toThrow(NotSupportedError)
      expect(streams).toEqual([])
    },
  )

  it.each<[object, string]>([
    [{ sgnal: null }, 'does not know the option "sgnal". Did you mean "signal"?'],
    [{ marker: 7 }, 'marker must be text'],
    [{ saveMarker: true }, 'saveMarker takes a function'],
    [{ onInterruption: 'x' }, 'onInterruption takes a function'],
    [{ checkEverySeconds: 0 }, 'checkEverySeconds must be a number above 0'],
    [{ silenceSeconds: '5' }, 'silenceSeconds must be a number above 0'],
    [{ signal: 'x' }, 'signal must be an AbortSignal'],
  ])('refuses %j, and opens no stream', async (options, message) => {
    const { account, streams } = await aListener()
    const refused = account.listen(options).next()

    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(message)
    expect(streams).toEqual([])
  })

  it('rejects with the reason of a signal that is or gets aborted', async () => {
    const { account, streams } = await aListener()
    const reason = new Error('enough')
    await expect(account.listen({ signal: AbortSignal.abort(reason) }).next()).rejects.toBe(reason)
    expect(streams).toEqual([])

    const stop = new AbortController()
    const next = account.listen({ signal: stop.signal }).next()
    while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort(reason)
    await expect(next).rejects.toBe(reason)
    expect(streams[0]?.signal.aborted).toBe(true)
  })

  it('continues after an onInterruption that throws', async () => {
    let tries = 0
    const listen = async (listener: UpdateListener) => {
      tries += 1
      if (tries === 1) throw new NetworkError('It broke.')
      listener.opened()
      listener.happened(anUpdate('one'))
    }
    const { account } = await aListener({ listen })
    const warned: Error[] = []
    const note = (warning: Error): void => void warned.push(warning)
    process.on('warning', note)
    const updates = account.listen({ onInterruption: careless })

    expect(await updates.next()).toMatchObject({ value: { id: 'one' } })
    await updates.return?.()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warned.map(({ message }) => message).join(' ')).toContain('careless')
  })
})
