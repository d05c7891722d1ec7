import { getEventListeners } from 'node:events'

import { beforeEach, describe, expect, it } from 'vitest'

import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { UpdateInbox } from './update-inbox.js'

let clock: ManualClock
let inbox: UpdateInbox
let stop: AbortController

beforeEach(() => {
  clock = new ManualClock()
  inbox = new UpdateInbox({ clock, silenceSeconds: null })
  stop = new AbortController()
})

/** Returns true if the promise is still pending. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  await runReady()
  return (await Promise.race([promise, Promise.resolve(open)])) === open
}

describe('waiting for the inbox', () => {
  it.each<[string, () => void]>([
    ['an update', () => inbox.happened(anUpdate({ id: '1' }))],
    ['a gap', () => inbox.missed()],
    ['the end', () => inbox.close({ error: null })],
    ['the opening', () => inbox.opened()],
  ])('ends with %s, and leaves neither timer nor listener', async (_what, happens) => {
    const waited = inbox.wait(60, stop.signal)
    expect(await isWaiting(waited)).toBe(true)
    happens()
    await waited
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    expect(clock.sleeping).toBe(0)
  })

  it('ends after the timeout', async () => {
    const waited = inbox.wait(60, stop.signal)
    await clock.advance(59)
    expect(await isWaiting(waited)).toBe(true)
    await clock.advance(1)
    await waited
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('has no timer without a timeout', async () => {
    const waited = inbox.wait(Infinity, stop.signal)
    await runReady()
    expect(clock.sleeping).toBe(0)
    inbox.missed()
    await waited
  })

  it('rejects with the reason of the signal, before and during the wait', async () => {
    const reason = new Error('enough')
    const waited = inbox.wait(60, stop.signal)
    stop.abort(reason)
    await expect(waited).rejects.toBe(reason)
    expect(clock.sleeping).toBe(0)
    await expect(inbox.wait(60, stop.signal)).rejects.toBe(reason)
  })

  it('ends immediately if an update waits, or after the end', async () => {
    inbox.happened(anUpdate({ id: '1' }))
    await inbox.wait(60, stop.signal)
    inbox.take()
    inbox.close({ error: null })
    await inbox.wait(60, stop.signal)
    expect(clock.sleeping).toBe(0)
  })
})

describe('the updates of an inbox', () => {
  it('are returned once, oldest first', () => {
    inbox.happened(anUpdate({ id: '1' }))
    inbox.happened(anUpdate({ id: '2' }))
    expect(inbox.take().map(({ id }) => id)).toEqual(['1', '2'])
    expect(inbox.take()).toEqual([])
  })

  it('are left to the next poll when more than 256 wait', () => {
    for (let n = 0; n < 256; n += 1) inbox.happened(anUpdate({ id: `${n}` }))
    expect(inbox.hasGap).toBe(false)
    inbox.happened(anUpdate({ id: 'one too many' }))
    expect(inbox.hasGap).toBe(true)
    expect(inbox.take()).toEqual([])
    inbox.forgetGap()
    expect(inbox.hasGap).toBe(false)
  })

  it('are none after the end, and the first end is kept', () => {
    const error = new Error('broken')
    inbox.close({ error })
    inbox.close({ error: null })
    inbox.happened(anUpdate({ id: '1' }))
    expect(inbox.take()).toEqual([])
    expect(inbox.end).toEqual({ error })
  })

  it('come with the time at which the stream first opened', async () => {
    expect(inbox.openedAt).toBeNull()
    await clock.advance(5)
    inbox.opened()
    await clock.advance(5)
    inbox.opened()
    expect(inbox.openedAt).toBe(5)
  })
})
