import { getEventListeners } from 'node:events'

import { beforeEach, describe, expect, it } from 'vitest'

import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, settle } from '../__fixtures__/manual-clock.js'
import { UpdateInbox } from './update-inbox.js'

let clock: ManualClock
let inbox: UpdateInbox
let stop: AbortController

beforeEach(() => {
  clock = new ManualClock()
  inbox = new UpdateInbox({ clock, silenceSeconds: null })
  stop = new AbortController()
})

/** True while that promise waits. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  await settle()
  return (await Promise.race([promise, Promise.resolve(open)])) === open
}

describe('waiting for what comes', () => {
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

  it('ends when its time is up', async () => {
    const waited = inbox.wait(60, stop.signal)
    await clock.advance(59)
    expect(await isWaiting(waited)).toBe(true)
    await clock.advance(1)
    await waited
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('has no timer where it may last for ever', async () => {
    const waited = inbox.wait(Infinity, stop.signal)
    await settle()
    expect(clock.sleeping).toBe(0)
    inbox.missed()
    await waited
  })

  it('rejects with the reason of the signal, before it and in the middle', async () => {
    const reason = new Error('enough')
    const waited = inbox.wait(60, stop.signal)
    stop.abort(reason)
    await expect(waited).rejects.toBe(reason)
    expect(clock.sleeping).toBe(0)
    await expect(inbox.wait(60, stop.signal)).rejects.toBe(reason)
  })

  it('is over at once while something waits, or after the end', async () => {
    inbox.happened(anUpdate({ id: '1' }))
    await inbox.wait(60, stop.signal)
    inbox.take()
    inbox.close({ error: null })
    await inbox.wait(60, stop.signal)
    expect(clock.sleeping).toBe(0)
  })
})

describe('what has come', () => {
  it('is handed out once, oldest first', () => {
    inbox.happened(anUpdate({ id: '1' }))
    inbox.happened(anUpdate({ id: '2' }))
    expect(inbox.take().map(({ id }) => id)).toEqual(['1', '2'])
    expect(inbox.take()).toEqual([])
  })

  it('is left to the next poll when more than 256 wait', () => {
    for (let n = 0; n < 256; n += 1) inbox.happened(anUpdate({ id: `${n}` }))
    expect(inbox.hasGap).toBe(false)
    inbox.happened(anUpdate({ id: 'one too many' }))
    expect(inbox.hasGap).toBe(true)
    expect(inbox.take()).toEqual([])
    inbox.forgetGap()
    expect(inbox.hasGap).toBe(false)
  })

  it('is nothing after the end, and the first end is kept', () => {
    const error = new Error('broken')
    inbox.close({ error })
    inbox.close({ error: null })
    inbox.happened(anUpdate({ id: '1' }))
    expect(inbox.take()).toEqual([])
    expect(inbox.end).toEqual({ error })
  })

  it('knows when the stream stood first', async () => {
    expect(inbox.openedAt).toBeNull()
    await clock.advance(5)
    inbox.opened()
    await clock.advance(5)
    inbox.opened()
    expect(inbox.openedAt).toBe(5)
  })
})
