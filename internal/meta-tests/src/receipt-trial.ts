import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import type { CreatedContainers } from '@social/meta-kit'
import { aPublishCall, aReceipt, FakeClock } from '@social/testkit/platform'
import { expect, it } from 'vitest'

const NOW = '2026-11-22T12:00:00.000Z'
const EARLIER = '2026-11-22T11:00:00.000Z'
const LATER = '2026-11-22T12:05:00.000Z'

/** Data that an earlier publish attempt stored. */
interface Kept extends CreatedContainers {
  readonly sent: object | null
}

/** Functions of a network of Meta that read and write publish receipts, with test data. */
interface Keeping<K extends Kept, S> {
  readonly NOTHING: K
  readonly readSaved: (receipt: Receipt | null) => K
  readonly sentData: (prepared: K, sent: S, call: PublishCall) => JsonObject
  /** Post with the text "Cake", in the form that `sentData` requires. */
  readonly sent: S
  readonly kept: object
}

const callAt = (now: string): PublishCall => aPublishCall({ clock: new FakeClock({ now }) })

/**
 * Defines tests for publish receipts. A receipt contains the prepared objects, the time of the
 * request, and the data that identifies the post.
 */
export function keepsWhatWasSent<K extends Kept, S>(network: Keeping<K, S>): void {
  const { NOTHING, readSaved, sentData, sent } = network
  const prepared: K = { ...NOTHING, pieces: ['1', '2'], parent: '3', createdAt: EARLIER }
  const written = (createdAt: string): K =>
    readSaved(aReceipt({ data: sentData(prepared, sent, callAt(NOW)), createdAt: new Date(createdAt) }))

  it('holds the prepared objects and the data by which the post is found, without its text', () => {
    const kept = written(NOW)
    expect(kept).toMatchObject({ pieces: ['1', '2'], parent: '3', createdAt: EARLIER })
    expect(kept.sent).toMatchObject({ ...network.kept, sentAt: NOW, writtenAt: NOW })
    expect(JSON.stringify(kept)).not.toContain('Cake')
  })

  it('holds the time at which the request was sent, also after a wait', () => {
    expect(written(LATER).sent).toMatchObject({ sentAt: LATER })
  })

  it('keeps the time of the first request when it is sent again', () => {
    const again = sentData(written(NOW), sent, callAt('2026-11-22T18:00:00.000Z'))
    expect(again).toMatchObject({ sent: { sentAt: NOW, writtenAt: NOW }, createdAt: EARLIER })
  })

  it('is empty when nothing is stored', () => {
    expect(readSaved(null)).toEqual(NOTHING)
    expect(readSaved(aReceipt({ data: {} }))).toEqual(NOTHING)
  })
}
