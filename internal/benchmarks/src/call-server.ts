// Server of the call benchmarks, in a separate process. It answers every request with a fixed
// response: a status of Mastodon, a record of Bluesky, or the instance data of a Mastodon server.
import { createServer } from 'node:http'

const STATUS = JSON.stringify({
  id: '115500000000000001',
  created_at: '2026-11-21T11:55:00.000Z',
  url: 'https://social.example/@ada/115500000000000001',
  visibility: 'public',
  content: `<p>${'Hello '.repeat(40)}</p>`,
  account: { id: '14715', username: 'ada', acct: 'ada', display_name: 'Ada' },
  media_attachments: [],
  mentions: [],
})
const RECORD = JSON.stringify({
  uri: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3n2stmcv3z22a',
  cid: 'bafyreicm3mptb4q72pjaby6lst7t6e7rvnjl7ssc7yjzxk24nhuqcu7esi',
  commit: { cid: 'bafyreicm3mptb4q72pjaby6lst7t6e7rvnjl7ssc7yjzxk24nhuqcu7esi', rev: '3n2stmcv6ws2a' },
  validationStatus: 'valid',
})
const SESSION = JSON.stringify({
  accessJwt: 'secret',
  refreshJwt: 'secret',
  handle: 'ada.test',
  did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  active: true,
})
const INSTANCE = JSON.stringify({
  domain: 'social.example',
  version: '4.5.9',
  api_versions: { mastodon: 7 },
  configuration: {
    statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
  },
})

const headersOf = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'x-ratelimit-limit': '300000000',
  'x-ratelimit-remaining': '299999999',
  'x-ratelimit-reset': '2036-11-21T12:00:00.000000Z',
})

const ANSWERS = new Map(
  [
    ['/xrpc/com.atproto.repo.createRecord', RECORD],
    ['/xrpc/com.atproto.server.refreshSession', SESSION],
    ['/api/v2/instance', INSTANCE],
  ].map(([path = '', body = '']) => [path, { body, headers: headersOf(body) }]),
)
const DEFAULTS = { body: STATUS, headers: headersOf(STATUS) }

const server = createServer((request, response) => {
  request.resume()
  const { headers, body } = ANSWERS.get(request.url ?? '') ?? DEFAULTS
  request.on('end', () => response.writeHead(200, headers).end(body))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit(0))
