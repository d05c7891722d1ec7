import { aReconcileCall, type CallSettings, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import { mastodon } from '../../platform.js'
import type { SentStatus } from '../receipt.js'
import { markOf } from '../text-mark.js'
import { findSent } from './find-sent.js'

const OWN = 'GET /api/v1/accounts/14715/statuses'
const LATER = 'GET /api/v1/scheduled_statuses'
const SENT_AT = new Date('2026-11-21T12:00:00Z')

const sent: SentStatus = {
  mediaIds: [],
  sentAt: SENT_AT,
  firstAttemptAt: SENT_AT,
  lastAttemptAt: SENT_AT,
  publishAt: null,
  mark: markOf({ spoilerText: '', text: 'Good morning' }),
  quotedStatusId: null,
  conversationId: null,
  target: { mentions: '', visibility: null, inReplyToId: null },
}

/** Creates a status in the server's list. By default it equals the status that was sent. */
const status = (id: string, changes: object = {}) => ({
  id,
  created_at: '2026-11-21T12:00:01.000Z',
  content: '<p>Good morning</p>',
  ...changes,
})

function callOf(replies: CallSettings['replies'] = {}, ownedByOthers: readonly string[] = []) {
  const settings = { platform: mastodon(), connection: anAccount(), replies: replies ?? {} }
  return aReconcileCall({ ...settings, ownedByOthers })
}

async function find(list: unknown, changed: Partial<SentStatus> = {}) {
  const found = await findSent({ ...sent, ...changed }, callOf({ [OWN]: list }))
  return found?.data.id ?? null
}

describe('a status that was sent is found', () => {
  it('by its text', async () => {
    expect(await find([status('2')])).toBe('2')
  })

  it('after an old pinned status', async () => {
    expect(await find([status('1', { created_at: '2020-01-01T00:00:00Z' }), status('2')])).toBe('2')
  })

  it('as the older of two, because the newer is a repeat', async () => {
    expect(await find([status('3'), status('2')])).toBe('2')
  })

  it('by its files, even when the server changed its text', async () => {
    const files = { content: '', media_attachments: [{ id: '7' }, { id: '8' }] }

    expect(await find([status('2', files)], { mediaIds: ['7', '8'] })).toBe('2')
  })

  it('with a time shortly before it was sent, because clocks differ', async () => {
    expect(await find([status('2', { created_at: '2026-11-21T11:59:58.000Z' })])).toBe('2')
  })

  it('as a quote, also when the server does not report quotes', async () => {
    const quote = { state: 'accepted', quoted_status: { id: '5' } }

    expect(await find([status('2', { quote })], { quotedStatusId: '5' })).toBe('2')
    expect(await find([status('2', { quote: { quoted_status_id: '5' } })], { quotedStatusId: '5' })).toBe('2')
    expect(await find([status('2')], { quotedStatusId: '5' })).toBe('2')
  })
})

describe('another status does not match', () => {
  it.each([
    ['older', { created_at: '2026-11-21T11:59:57.000Z' }, {}],
    ['without a time', { created_at: null }, {}],
    ['with a different text', { content: '<p>Good evening</p>' }, {}],
    ['with a warning', { spoiler_text: 'sun' }, {}],
    ['with a poll', { poll: { options: [{ title: 'tea' }] } }, {}],
    ['a reply', { in_reply_to_id: '5' }, {}],
    ['not a reply', {}, { target: { mentions: '', visibility: null, inReplyToId: '5' } }],
    ['with a file', { media_attachments: [{ id: '7' }] }, {}],
    ['with one file of two', { media_attachments: [{ id: '7' }] }, { mediaIds: ['7', '8'] }],
    ['without files', {}, { mediaIds: ['7'] }],
    [
      'with public visibility',
      { visibility: 'public' },
      { target: { mentions: '', visibility: 'direct', inReplyToId: null } },
    ],
    ['a quote', { quote: { quoted_status_id: '5' } }, {}],
    ['a quote of something else', { quote: { quoted_status_id: '6' } }, { quotedStatusId: '5' }],
    ['that is unreadable', { mentions: 'none' }, {}],
    ['when the receipt has no hash of the text', {}, { mark: null }],
  ])('%s', async (_what, changes, changed) => {
    expect(await find([status('2', changes)], changed)).toBeNull()
  })

  it('when another key has claimed it', async () => {
    expect(await findSent(sent, callOf({ [OWN]: [status('2')] }, ['2']))).toBeNull()
    const both = callOf({ [OWN]: [status('3'), status('2')] }, ['2'])
    expect(await findSent(sent, both)).toMatchObject({ data: { id: '3' } })
  })
})

const page = (maxId: string, items: readonly object[]) => ({
  status: 200,
  headers: { link: `<https://social.example/x?max_id=${maxId}>; rel="next"` },
  body: items,
})

describe('the list', () => {
  it('is read beyond an empty page, because servers filter pages', async () => {
    const call = callOf({ [OWN]: inTurn(page('8', []), [status('2')]) })

    expect(await findSent(sent, call)).toMatchObject({ data: { id: '2' } })
  })

  it('proves nothing by text when it has too many pages, but does by files', async () => {
    let pages = 0
    const files = { media_attachments: [{ id: '7' }] }
    const endless = (one: object) => callOf({ [OWN]: () => page(String((pages += 1)), [one]) })

    expect(await findSent(sent, endless(status('2')))).toBeNull()
    const withFile = { ...sent, mediaIds: ['7'] }
    expect(await findSent(withFile, endless(status('2', files)))).toMatchObject({
      data: { id: '2' },
    })
  })

  it('is read while a page contains a recent status, up to 25 pages', async () => {
    let pages = 0
    const call = callOf({
      [OWN]: () => page(String((pages += 1)), [status('9', { content: '<p>else</p>' })]),
    })

    expect(await findSent(sent, call)).toBeNull()

    const asked = Array.from({ length: 25 }, (_, at) => (at === 0 ? undefined : String(at)))
    expect(call.transport.requests.map(({ query }) => query['max_id'])).toEqual(asked)
    expect(call.transport.requests[0]?.query).toMatchObject({ exclude_reblogs: 'true', limit: '40' })
  })

  it.each([
    ['everything on a page is too old', page('1', [status('1', { created_at: '2020-01-01T00:00:00Z' })])],
    ['the last page is empty', []],
    ['there is no next page', [status('1', { content: '<p>else</p>' })]],
  ])('is not read further when %s', async (_what, reply) => {
    const call = callOf({ [OWN]: reply })

    expect(await findSent(sent, call)).toBeNull()

    expect(call.transport.requests).toHaveLength(1)
  })
})

const scheduled = (changes: object = {}, params: object = {}) => ({
  id: '31',
  scheduled_at: '2026-12-01T09:00:00.400Z',
  params: { text: 'Good morning', ...params },
  media_attachments: [],
  ...changes,
})

describe('a scheduled status', () => {
  const publishAt = new Date('2026-12-01T09:00:00Z')
  const findScheduled = async (one: object, changed: Partial<SentStatus> = {}) => {
    const call = callOf({ [LATER]: [one], [OWN]: [] })
    return findSent({ ...sent, publishAt, ...changed }, call)
  }

  it('is found by text and time, or by files', async () => {
    expect(await findScheduled(scheduled())).toMatchObject({ data: { id: '31' } })
    const files = scheduled({ media_attachments: [{ id: '7' }] }, { text: '' })
    expect(await findScheduled(files, { mediaIds: ['7'] })).toMatchObject({ data: { id: '31' } })
  })

  it.each([
    ['for another time', { scheduled_at: '2026-12-01T09:00:02.000Z' }, {}],
    ['with a different text', {}, { text: 'Good evening' }],
    ['with a warning', {}, { spoiler_text: 'sun' }],
    ['with a poll', {}, { poll: { options: ['tea', 'coffee'] } }],
    ['that is a reply', {}, { in_reply_to_id: '5' }],
    ['with a file', { media_attachments: [{ id: '7' }] }, {}],
    ['without params', { params: null }, {}],
  ])('%s does not match', async (_what, changes, params) => {
    expect(await findScheduled({ ...scheduled({}, params), ...changes })).toBeNull()
  })
})
