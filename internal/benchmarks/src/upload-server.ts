// Server of the upload benchmark, in a separate process. It counts the received bytes and stores
// none. It accepts a video in chunks as YouTube does, from Google's own client in one request, and
// as one plain PUT.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const VIDEO = JSON.stringify({
  kind: 'youtube#video',
  id: 'dQw4w9WgXcQ',
  status: { uploadStatus: 'uploaded' },
})

let received = 0

/**
 * Returns true if a range such as `bytes 0-8388607/1073741824` includes the last byte of the
 * video.
 */
function isLast(range: string): boolean {
  const [, last, total] = /-(\d+)\/(\d+)$/.exec(range) ?? []
  return Number(last) + 1 === Number(total)
}

/** Counts the received bytes of a request. */
function count(request: IncomingMessage, then: () => void): void {
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  request.on('end', then)
}

const server = createServer({ highWaterMark: 1_048_576, requestTimeout: 0 }, (request, response) => {
  const { url = '/', headers } = request
  count(request, () => {
    const range = headers['content-range']
    if (url.includes('uploadType=resumable') && request.method === 'POST') {
      const { port } = server.address() as AddressInfo // safe cast: a listening TCP server has an address of this type
      response
        .writeHead(200, { location: `http://127.0.0.1:${port}/upload?upload_id=1`, 'content-length': 0 })
        .end()
    } else if (range !== undefined && !isLast(range)) {
      const [, last] = /-(\d+)\//.exec(range) ?? []
      response.writeHead(308, { range: `bytes=0-${last ?? 0}`, 'content-length': 0 }).end()
    } else response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(VIDEO)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => {
  process.send?.({ received })
  received = 0
})
process.on('disconnect', () => process.exit(0))
