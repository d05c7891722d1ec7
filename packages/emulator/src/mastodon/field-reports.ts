import type { FieldReports } from '../framework/faults/field-report.js'
import { outageReport } from '../framework/faults/outage.js'

const STATUSES = { method: 'POST', path: '/api/v1/statuses' } as const
const MEDIA = { method: 'POST', path: '/api/v2/media' } as const
const INSTANCE = { method: 'GET', path: '/api/v2/instance' } as const

const POSTIZ_MAP =
  'https://github.com/gitroomhq/postiz-app/blob/74b01ada1/libraries/nestjs-libraries/src/integrations/social/mastodon.provider.ts'

/** Page of a proxy that stops programs. */
const SHIELD =
  '<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title></head><body></body></html>'
const NGINX =
  '<html><head><title>413 Request Entity Too Large</title></head><body><center><h1>413 Request Entity Too Large</h1></center><hr><center>nginx</center></body></html>'

const status = (code: number, error: string) =>
  ({ fault: 'status', status: code, body: { error }, count: 'all' }) as const

/** Failures of Mastodon servers that were seen in production. */
export const FIELD_REPORTS: FieldReports = {
  'F-MA-01': {
    does: 'A status is refused with 422, because its files have not finished processing.',
    source: 'https://github.com/mvdicarlo/postybirb/issues/744',
    date: '2026-04-27',
    faults: [
      {
        ...STATUSES,
        ...status(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
      },
    ],
  },
  'F-MA-02': {
    does: 'A proxy returns 504 for a status, although the status is published.',
    source: 'https://github.com/tuskyapp/Tusky/issues/2951',
    date: '2022-11-29',
    faults: [{ ...STATUSES, fault: 'status', status: 504, body: '<html>504 Gateway Time-out</html>' }],
    occursAfterEffect: true,
  },
  'F-MA-03': {
    does: 'An uploaded file is processed for some time: 202, then 206.',
    source: 'https://github.com/dscottboggs/mastodon-async/issues/61',
    date: '2023-01-23',
    faults: [
      { ...MEDIA, fault: 'changeReply', set: { url: null } },
      {
        fault: 'status',
        status: 206,
        method: 'GET',
        path: '/api/v1/media/:id',
        body: { id: '1', type: 'image', url: null },
        count: 2,
      },
    ],
  },
  'F-MA-04': {
    does: 'Every request gets 403: "Your login is currently disabled".',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    faults: [status(403, 'Your login is currently disabled')],
  },
  'F-MA-05': {
    does: 'A status is refused with 422, because the server has removed its uploaded file.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    faults: [
      { ...STATUSES, ...status(422, 'Media 1 not found or already attached to another post'), count: 1 },
    ],
  },
  'F-MA-06': {
    does: 'Every request gets 429, and a header contains the time of the reset.',
    source: 'https://docs.joinmastodon.org/api/rate-limits/',
    date: '2026-09-24',
    faults: [
      {
        ...status(429, 'Too many requests'),
        headers: {
          'X-RateLimit-Limit': '300',
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': '2026-11-21T12:05:00.000Z',
        },
      },
    ],
  },
  'F-MA-08': {
    does: 'Every request gets 401: the access token was revoked.',
    source: 'https://docs.joinmastodon.org/client/token/',
    date: '2026-09-24',
    faults: [status(401, 'The access token was revoked')],
  },
  'F-MA-09': {
    does: 'Every request gets 403: the action is outside the authorized scopes.',
    source: 'https://docs.joinmastodon.org/api/oauth-scopes/',
    date: '2026-09-24',
    faults: [status(403, 'This action is outside the authorized scopes')],
  },
  'F-MA-10': {
    does: 'A status is refused with 422, because its text exceeds the limit of the server.',
    source: 'https://docs.joinmastodon.org/methods/statuses/',
    date: '2026-09-24',
    faults: [{ ...STATUSES, ...status(422, 'Validation failed: Text character limit of 500 exceeded') }],
  },
  'F-MA-11': {
    does: 'A proxy in front of the server returns 403 with a page for every request.',
    source: 'https://github.com/nuclearfog/Shitter/issues/54',
    date: '2023-03-02',
    faults: [
      {
        fault: 'status',
        status: 403,
        headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
        body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>',
        count: 'all',
      },
    ],
  },
  'F-MA-12': {
    does: 'A proxy in front of the server returns 200 with a page for every request.',
    source: 'https://github.com/TecharoHQ/anubis/issues/473',
    date: '2025-05-08',
    faults: [{ fault: 'status', status: 200, body: SHIELD, count: 'all' }],
  },
  'F-MA-13': {
    does: 'A status gets 503 with Retry-After during maintenance.',
    source: 'general',
    date: null,
    faults: [{ ...STATUSES, fault: 'status', status: 503, retryAfterSeconds: 120, count: 'all' }],
  },
  'F-MA-14': {
    does: 'An upload gets 413 with a page of nginx.',
    source: 'general',
    date: null,
    faults: [{ ...MEDIA, fault: 'status', status: 413, body: NGINX, count: 'all' }],
  },
  'F-MA-15': {
    does: 'A sign-in gets a page of a proxy instead of JSON.',
    source: 'https://github.com/liberapay/liberapay.com/issues/2230',
    date: '2023-04-01',
    faults: [{ fault: 'status', status: 200, body: SHIELD, count: 'all' }],
  },
  'F-MA-16': {
    does: 'The description of the server gets 503.',
    source: 'general',
    date: null,
    faults: [{ ...INSTANCE, fault: 'status', status: 503, count: 'all' }],
  },
  'F-MA-90': outageReport(STATUSES),
}
