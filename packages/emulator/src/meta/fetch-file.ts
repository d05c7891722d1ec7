import { createHash, type Hash } from 'node:crypto'

import { sniff, type Sniffed } from '../framework/files/sniff.js'
import type { GraphState } from './state.js'

/** A file fetched from a URL. */
export interface FetchedFile {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
  readonly sniffed: Sniffed | null
  /** Number of requests that the server sent for the file. */
  readonly requests: number
}

/** Reason for which a fetch failed. */
export type FetchProblem = 'UNREACHABLE' | 'TIMED_OUT' | 'TOO_BIG'

/** https://developers.facebook.com/docs/sharing/webmasters/web-crawlers */
const CRAWLER = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
/** Number of bytes that the server keeps from the start of a file to detect its type. Our choice. */
const HEAD_BYTES = 65_536

interface Download {
  readonly hash: Hash
  readonly head: number[]
  bytes: number
  requests: number
}

async function take(response: Response, so: Download, refuseAbove: number): Promise<boolean> {
  for await (const chunk of response.body ?? []) {
    so.bytes += chunk.byteLength
    if (so.bytes > refuseAbove) return false
    so.hash.update(chunk)
    if (so.head.length < HEAD_BYTES) so.head.push(...chunk.subarray(0, HEAD_BYTES - so.head.length))
  }
  return true
}

/** Reads the total file length from a partial response. Null if the response does not contain the requested range. */
function totalOf(response: Response, from: number): number | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
  return match !== null && Number(match[1]) === from ? Number(match[3]) : null
}

async function download(
  state: GraphState,
  url: string,
  refuseAbove: number,
): Promise<FetchedFile | FetchProblem> {
  const { fetchPieceBytes, fetchSeconds } = state.settings
  const signal = AbortSignal.timeout(fetchSeconds * 1000)
  const so: Download = { hash: createHash('sha256'), head: [], bytes: 0, requests: 0 }
  let total = Number.POSITIVE_INFINITY
  while (so.bytes < total) {
    const range = `bytes=${so.bytes}-${so.bytes + fetchPieceBytes - 1}`
    const before = so.bytes
    so.requests += 1
    const response = await state.settings.fetch(url, { headers: { range, 'user-agent': CRAWLER }, signal })
    const isPart = response.status === 206
    const reported = isPart ? totalOf(response, so.bytes) : null
    // A server without range support sends the whole file. Only the first response may contain the whole file.
    if (isPart ? reported === null : response.status !== 200 || so.bytes > 0) return 'UNREACHABLE'
    if (!(await take(response, so, refuseAbove))) return 'TOO_BIG'
    total = reported ?? so.bytes
    if (so.bytes === before && so.bytes < total) return 'UNREACHABLE'
  }
  if (so.bytes === 0) return 'UNREACHABLE'
  const { hash, head, bytes, requests } = so
  return { url, bytes, sha256: hash.digest('hex'), sniffed: sniff(Uint8Array.from(head)), requests }
}

/** Fetches a file over HTTP in ranges, as the network's crawler does. The promise never rejects. */
export async function fetchFile(
  state: GraphState,
  url: string,
  refuseAbove: number,
): Promise<FetchedFile | FetchProblem> {
  const { hostname, protocol, username } = new URL(url)
  const isAllowed = /^https?:$/.test(protocol) && username === ''
  if (!isAllowed || (!state.settings.fetchLoopback && LOOPBACK.test(hostname))) return 'UNREACHABLE'
  try {
    return await download(state, url, refuseAbove)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return isLate ? 'TIMED_OUT' : 'UNREACHABLE'
  }
}
