import type { JsonObject, Receipt, ReconcileCall, Reconciled } from '@social/core/platform'
import type { Connection } from '@social/core/platform'
import { textMark } from '@social/meta-kit'
import { aReceipt, aReconcileCall, type CallPlatform, FakeClock, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Time of the publish request whose response was lost. */
export const SENT_AT = new Date('2026-11-22T12:00:00Z')

/** Network of Meta that publishes posts through containers, with its list of published posts. */
interface Losing {
  readonly platform: CallPlatform & {
    reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled>
  }
  readonly connection: Connection
  /** Path prefix of the API with its version, such as `/v1.0`. */
  readonly base: string
  /** Fields of a container that the library requests, and the name of the status field. */
  readonly asks: string
  readonly statusField: string
  /**
   * List of published posts that the library searches: its path, its query, and the fields of an
   * entry.
   */
  readonly list: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  readonly listed: JsonObject
  readonly text: string
  /** Stored data of the publish request, without its text and its time. */
  readonly sent: JsonObject
}

/**
 * Defines tests for a post whose publish response was lost. The library first queries the
 * container, then searches the account's posts.
 */
export function findsLostPosts(network: Losing): void {
  const { platform, connection, base, statusField, list, listed, text } = network
  const sent = { textHash: textMark('Cake'), sentAt: SENT_AT.toISOString(), writtenAt: null, ...network.sent }
  const kept = { pieces: [], parent: '100', createdAt: SENT_AT.toISOString(), sent }
  const entry = (changes: JsonObject = {}): JsonObject => ({
    id: '7',
    permalink: 'https://meta.example/7',
    timestamp: '2026-11-22T12:00:01+0000',
    [text]: 'Cake',
    ...listed,
    ...changes,
  })

  async function check(
    statuses: readonly (string | null)[],
    posts: readonly object[],
    data: JsonObject = kept,
  ) {
    const clock = new FakeClock({ now: SENT_AT, autoAdvance: true })
    const call = aReconcileCall({
      platform,
      connection,
      clock,
      replies: {
        [`GET ${base}/100`]: inTurn(...statuses.map((one) => ({ id: '100', [statusField]: one }))),
        [`GET ${base}/${connection.accountId}/${list.path}`]: { data: posts },
      },
    })
    const found = await platform.reconcile(aReceipt({ platform: platform.name, data }), call)
    const seconds = (clock.now().getTime() - SENT_AT.getTime()) / 1000
    return { found, call, seconds }
  }

  describe('a post with a lost response', () => {
    it('is found immediately by its text when its container is published', async () => {
      const { found, call, seconds } = await check(
        ['PUBLISHED'],
        [entry({ id: '6', [text]: 'Bread' }), entry()],
      )
      expect(found).toMatchObject({
        state: 'FOUND',
        result: { id: '7', url: 'https://meta.example/7', idempotencyKey: 'key-1', raw: { id: '7' } },
      })
      expect(seconds).toBe(0)
      expect(call.transport.requests.map(({ query }) => query)).toEqual([
        { fields: network.asks },
        list.query,
      ])
    })

    it.each(['ERROR', 'EXPIRED'])(
      'was not published when its container has the status %s',
      async (status) => {
        const { found, call } = await check([status], [entry()])
        expect(found).toEqual({ state: 'NOT_PUBLISHED' })
        expect(call.transport.requests).toHaveLength(1)
      },
    )

    it('is queried three times in ten seconds, and again after half a minute', async () => {
      const { found, call, seconds } = await check(['PUBLISHED'], [entry({ [text]: 'Bread' })])
      expect(found).toEqual({ state: 'UNKNOWN', retryAfter: 30 })
      expect([call.transport.requests.length, seconds]).toEqual([6, 10])
    })

    it('is not searched in the list while its container is not published', async () => {
      const { found, call } = await check(['FINISHED', 'IN_PROGRESS', null], [entry()])
      expect(found).toEqual({ state: 'UNKNOWN', retryAfter: 30 })
      expect(call.transport.requests).toHaveLength(3)
      expect((await check(['FINISHED', 'PUBLISHED'], [entry()])).found).toMatchObject({ state: 'FOUND' })
    })

    it.each<[string, JsonObject, string]>([
      [
        'half a minute before the request was sent, by another clock',
        { timestamp: '2026-11-22T11:59:30+0000' },
        'FOUND',
      ],
      ['long before the request was sent', { timestamp: '2026-11-22T10:00:00+0000' }, 'UNKNOWN'],
      [
        'long after the request was sent, when the container was published again',
        { timestamp: '2026-11-22T18:00:00+0000' },
        'FOUND',
      ],
      ['at an unreadable time', { timestamp: 'soon' }, 'UNKNOWN'],
      ['at no time', { timestamp: null }, 'UNKNOWN'],
      ['without text', { [text]: null }, 'UNKNOWN'],
    ])('listed as created %s: %j is %s', async (_what, changes, state) => {
      expect((await check(['PUBLISHED'], [entry(changes)])).found).toMatchObject({ state })
    })

    it('is the one closest in time, of two with the same text', async () => {
      const later = entry({ id: '9', timestamp: '2026-11-22T13:00:00+0000' })
      const { found } = await check(['PUBLISHED'], [later, entry()])
      expect(found).toMatchObject({ result: { id: '7' } })
    })

    it.each<[string, JsonObject]>([
      ['nothing was sent', { ...kept, sent: null }],
      ['no container was created', { ...kept, parent: null }],
      ['the receipt is empty', {}],
    ])('has an unknown outcome when %s, and no request is sent', async (_what, data) => {
      const { found, call } = await check(['PUBLISHED'], [entry()], data)
      expect(found).toEqual({ state: 'UNKNOWN' })
      expect(call.transport.requests).toEqual([])
    })
  })
}
