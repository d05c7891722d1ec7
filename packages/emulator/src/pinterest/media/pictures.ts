import { receive } from '../../framework/bodies/body.js'
import { sniff } from '../../framework/files/sniff.js'
import type { Picture } from '../records.js'
import { nextId, type PinterestState } from '../state.js'
import { broken, tooSmall, unreachable } from '../wire/refusals.js'

/**
 * Maximum size of a picture in bytes, as observed by several clients. Pinterest documents no
 * limit.
 */
const MAX_PICTURE = 20_000_000
/**
 * Timeout for fetching a picture. Chosen for the emulator, because Pinterest documents no timeout.
 */
const FETCH_MILLISECONDS = 10_000

/**
 * Fetches a picture while the request that creates the pin waits, as Pinterest does.
 * @throws Refusal if the fetch fails or the picture is too large.
 */
export async function fetchPicture(state: PinterestState, url: string): Promise<Uint8Array> {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) throw unreachable()
  try {
    const signal = AbortSignal.timeout(FETCH_MILLISECONDS)
    const reply = await state.settings.fetch(address.href, { signal })
    if (!reply.ok || reply.body === null) throw unreachable()
    const limits = { keepUpTo: MAX_PICTURE, refuseAbove: MAX_PICTURE, hash: null }
    const { kept } = await receive(reply.body, limits)
    if (kept === null) throw broken()
    return kept
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) throw unreachable()
    throw error
  }
}

/**
 * Checks a picture and returns its record. The record contains no bytes.
 * @throws Refusal if the file is not a picture, or is too large or too small.
 */
export function keepPicture(
  state: PinterestState,
  bytes: Uint8Array,
  text: Partial<Omit<Picture, 'id' | 'width' | 'height'>>,
): Picture {
  const found = bytes.byteLength > MAX_PICTURE ? null : sniff(bytes)
  if (found === null || !found.contentType.startsWith('image/')) throw broken()
  const { width, height } = found
  if (width !== null && height !== null && Math.min(width, height) < state.settings.minSide) throw tooSmall()
  return {
    from: null,
    title: null,
    description: null,
    link: null,
    ...text,
    id: nextId(state),
    width,
    height,
  }
}
