// The other end of the call benchmark, in a process of its own: answers every request with one fixed status.
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
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(STATUS)),
  'x-ratelimit-limit': '300000000',
  'x-ratelimit-remaining': '299999999',
  'x-ratelimit-reset': '2036-11-21T12:00:00.000000Z',
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, HEADERS).end(STATUS))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit(0))
