import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import type { CreatedContainers } from '@social/meta-kit'
import { aPublishCall, aReceipt, FakeClock } from '@social/testkit/platform'
import { expect, it } from 'vitest'

const NOW = '2026-11-22T12:00:00.000Z'
const EARLIER = '2026-11-22T11:00:00.000Z'
const LATER = '2026-11-22T12:05:00.000Z'

/** What an earlier try has left. */
interface Kept extends CreatedContainers {
  readonly sent: object | null
}

/** How a network of Meta writes down what it has prepared and sent. */
interface Keeping<K extends Kept, S> {
  readonly NOTHING: K
  readonly readSaved: (receipt: Receipt | null) => K
  readonly sentData: (prepared: K, sent: S, call: PublishCall) => JsonObject
  /** A post whose words are "Cake", and what is kept of it to find it by. */
  readonly sent: S
  readonly kept: object
}

const callAt = (now: string): PublishCall => aPublishCall({ clock: new FakeClock({ now }) })

/** A receipt holds what was prepared, when the request left, and what the post is found by. */
export function keepsWhatWasSent<K extends Kept, S>(network: Keeping<K, S>): void {
  const { NOTHING, readSaved, sentData, sent } = network
  const prepared: K = { ...NOTHING, pieces: ['1', '2'], parent: '3', createdAt: EARLIER }
  const written = (createdAt: string): K =>
    readSaved(aReceipt({ data: sentData(prepared, sent, callAt(NOW)), createdAt: new Date(createdAt) }))

  it('holds what was prepared, and what the post is found by, without its words', () => {
    const kept = written(NOW)
    expect(kept).toMatchObject({ pieces: ['1', '2'], parent: '3', createdAt: EARLIER })
    expect(kept.sent).toMatchObject({ ...network.kept, sentAt: NOW, writtenAt: NOW })
    expect(JSON.stringify(kept)).not.toContain('Cake')
  })

  it('knows when the request left, also where it waited', () => {
    expect(written(LATER).sent).toMatchObject({ sentAt: LATER })
  })

  it('keeps the moment of the first sending when it is sent again', () => {
    const again = sentData(written(NOW), sent, callAt('2026-11-22T18:00:00.000Z'))
    expect(again).toMatchObject({ sent: { sentAt: NOW, writtenAt: NOW }, createdAt: EARLIER })
  })

  it('of nothing is nothing', () => {
    expect(readSaved(null)).toEqual(NOTHING)
    expect(readSaved(aReceipt({ data: {} }))).toEqual(NOTHING)
  })
}
